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

/// Takes batches: one at a time of a cluster, a bounded number at once, and a bounded number waiting.
///
/// Decoding keeps a processor busy, so it has platform threads of its own, beside which readers go on.
public final class IngestExecutor implements AutoCloseable {
    private static final Duration WHEN_BUSY = Duration.ofSeconds(1);

    private final ThreadPoolExecutor workers;
    private final InstantSource clock;
    private final Map<Cluster.Turn, Long> inWork = new ConcurrentHashMap<>();

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

    /// Takes a batch and waits for the answer.
    ///
    /// @param abandoned tells that nobody waits for the answer any more: the batch is left out if it was
    /// not begun
    /// @return empty if it was abandoned
    /// @throws BusyException if there are too many
    /// @throws ProtocolException if the batch is wrong; nothing of it was taken
    public Optional<Answer> take(
            Cluster cluster, BatchDecoder decoder, byte[] body, BatchTiming arrival, BooleanSupplier abandoned)
            throws TooManyBatchesException, ProtocolException, InterruptedException {
        Cluster.Turn turn = cluster.turn();
        Future<Optional<Answer>> answer;
        try {
            answer = workers.submit(() -> {
                inWork.put(turn, System.nanoTime());
                try (turn) {
                    return abandoned.getAsBoolean()
                            ? Optional.empty()
                            : Optional.of(cluster.take(decoder, body, arrival, clock.instant()));
                } finally {
                    inWork.remove(turn);
                }
            });
        } catch (RejectedExecutionException e) {
            turn.close();
            throw new TooManyBatchesException(
                    "The hub is busy with %,d other batches: send this one again later."
                            .formatted(workers.getQueue().size() + workers.getActiveCount()),
                    WHEN_BUSY);
        }
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw unwrap(e);
        }
    }

    /// Batches that wait for a worker.
    public int waiting() {
        return workers.getQueue().size();
    }

    /// Batches that are being decoded and taken.
    public int working() {
        return inWork.size();
    }

    /// For how long the batch has been in work that has been for longest; zero if none is.
    public Duration longestInWork() {
        long now = System.nanoTime();
        return inWork.values().stream()
                .map(since -> Duration.ofNanos(now - since))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /// Ends it; what is being decoded is left alone, what waits is dropped.
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
