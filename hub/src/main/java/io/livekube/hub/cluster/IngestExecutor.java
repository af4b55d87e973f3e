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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

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

    /// Processes a batch and waits for the answer.
    ///
    /// @param abandoned whether the caller has disconnected; if so, a batch that has not been started is
    /// dropped
    /// @return empty if the batch was dropped
    /// @throws ProtocolException if the batch is invalid; no part of it was applied
    public Optional<Answer> take(
            Cluster cluster, BatchDecoder decoder, byte[] body, BatchTiming timing, BooleanSupplier abandoned)
            throws ProtocolException, InterruptedException {
        Optional<Cluster.Turn> admitted = cluster.turn();
        if (admitted.isEmpty()) {
            return busy(
                    "Batches of cluster %s are already waiting, but an agent sends one at a time: is a second agent running?"
                            .formatted(cluster.id()));
        }
        Cluster.Turn turn = admitted.get();
        Future<Optional<Answer>> answer;
        try {
            answer = workers.submit(() -> {
                inProgress.put(turn, System.nanoTime());
                try (turn) {
                    return abandoned.getAsBoolean()
                            ? Optional.empty()
                            : Optional.of(cluster.take(decoder, body, timing, clock.instant()));
                } finally {
                    inProgress.remove(turn);
                }
            });
        } catch (RejectedExecutionException e) {
            turn.close();
            return busy("The hub is busy with %,d other batches. Retry later."
                    .formatted(workers.getQueue().size() + workers.getActiveCount()));
        }
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw unwrap(e);
        }
    }

    private static Optional<Answer> busy(String reason) {
        return Optional.of(new Answer.BackOff(WHEN_BUSY, reason));
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

    private static ProtocolException unwrap(ExecutionException e) {
        return switch (e.getCause()) {
            case ProtocolException wrong -> wrong;
            case RuntimeException defect -> throw defect;
            case Error error -> throw error;
            case null, default -> throw new IllegalStateException(e);
        };
    }
}
