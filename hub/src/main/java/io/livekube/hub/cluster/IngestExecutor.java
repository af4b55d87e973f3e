package io.livekube.hub.cluster;

import io.livekube.protocol.Answer;
import io.livekube.protocol.BatchDecoder;
import io.livekube.protocol.ProtocolException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Executor for batches: one at a time per cluster, with bounds on batches in progress and on waiting ones.
///
/// Decoding is CPU-bound, so it runs on platform threads of its own and does not delay readers.
public final class IngestExecutor implements AutoCloseable {
    private static final Duration WHEN_BUSY = Duration.ofSeconds(1);

    private final ThreadPoolExecutor workers;
    private final InstantSource clock;
    private final Map<Cluster.Turn, Long> inProgress = new ConcurrentHashMap<>();

    public IngestExecutor(IngestExecutorConfig config, InstantSource clock) {
        this.clock = clock;
        this.workers = new ThreadPoolExecutor(
                config.workers(),
                config.workers(),
                1,
                TimeUnit.MINUTES,
                new ArrayBlockingQueue<>(config.waiting()),
                Thread.ofPlatform().name("hub-ingest-", 0).daemon().factory());
    }

    /// The processing of a batch, or the reason why there is none.
    public interface Attempt {
        /// Processes the batch.
        ///
        /// @return empty if the sender has disconnected
        /// @throws ProtocolException if the batch is invalid; no part of it was applied
        Optional<Answer> answer() throws ProtocolException;
    }

    /// Has a batch processed when it is its turn. Does not block.
    ///
    /// @param abandoned whether the sender has disconnected; if so, a batch that has not been started is dropped
    /// @param recipient makes the attempt and sends the answer; called once, on a worker or, if there is no room
    /// for the batch, on some other thread
    public void take(
            Cluster cluster,
            BatchDecoder decoder,
            byte[] body,
            BatchTiming timing,
            BooleanSupplier abandoned,
            Consumer<Attempt> recipient) {
        boolean admitted = cluster.whenFree(turn -> submit(
                turn,
                () -> abandoned.getAsBoolean()
                        ? Optional.empty()
                        : Optional.of(cluster.take(decoder, body, timing, clock.instant())),
                recipient));
        if (!admitted) {
            recipient.accept(busy(
                    "Batches of cluster %s are already waiting, but an agent sends one at a time: is a second agent running?"
                            .formatted(cluster.id())));
        }
    }

    private void submit(Cluster.Turn turn, Attempt attempt, Consumer<Attempt> recipient) {
        try {
            workers.execute(() -> recipient.accept(() -> {
                inProgress.put(turn, System.nanoTime());
                try (turn) {
                    return attempt.answer();
                } finally {
                    inProgress.remove(turn);
                }
            }));
        } catch (RejectedExecutionException e) {
            turn.close();
            recipient.accept(busy("The hub is busy with %,d other batches. Retry later."
                    .formatted(workers.getQueue().size() + workers.getActiveCount())));
        }
    }

    private static Attempt busy(String reason) {
        return () -> Optional.of(new Answer.BackOff(WHEN_BUSY, reason));
    }

    /// Number of batches that wait for a worker.
    public int waiting() {
        return workers.getQueue().size();
    }

    /// Number of batches in progress.
    public int working() {
        return inProgress.size();
    }

    /// How long the oldest batch has been in progress; zero if there is none.
    public Duration longestInProgress() {
        long now = System.nanoTime();
        return inProgress.values().stream()
                .map(since -> Duration.ofNanos(now - since))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /// Stops the workers. Batches in progress are completed, waiting ones are dropped.
    @Override
    public void close() {
        workers.shutdownNow();
    }
}
