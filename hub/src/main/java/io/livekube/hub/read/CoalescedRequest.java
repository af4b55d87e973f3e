package io.livekube.hub.read;

import io.livekube.hub.control.TaskFailedException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One question to an agent that any number of readers wait for, and then what came of it.
final class CoalescedRequest<V> {
    private sealed interface Landed<V> {
        Instant until();

        long weight();
    }

    private record Answered<V>(V value, long weight, Instant until) implements Landed<V> {}

    private record Failed<V>(int status, String reason, Instant until) implements Landed<V> {
        @Override
        public long weight() {
            return 0;
        }
    }

    private final long began;
    private final CompletableFuture<Landed<V>> landed = new CompletableFuture<>();

    /// @param began tells what came before it, see [RequestCoalescer#moment]
    CoalescedRequest(long began) {
        this.began = began;
    }

    /// @param until when it is worth nothing any more to those who come later
    void answered(V value, long weight, Instant until) {
        landed.complete(new Answered<>(value, weight, until));
    }

    void failed(int status, String reason, Instant until) {
        landed.complete(new Failed<>(status, reason, until));
    }

    boolean beganAfter(long moment) {
        return began > moment;
    }

    boolean inTheAir() {
        return !landed.isDone();
    }

    boolean expired(Instant now) {
        return !inTheAir() && !landed.join().until().isAfter(now);
    }

    /// What it takes in memory, in bytes; 0 while it is in the air.
    long weight() {
        return inTheAir() ? 0 : landed.join().weight();
    }

    /// Waits until it has landed, whatever came of it; tells whether it has in time.
    boolean await(long nanos) throws InterruptedException {
        try {
            var _ = landed.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing lands as an exception", e);
        }
    }

    /// What came of it, once it has landed.
    V outcome() throws TaskFailedException {
        return switch (landed.join()) {
            case Answered<V> answer -> answer.value();
            case Failed<V> failure -> throw new TaskFailedException(failure.status(), failure.reason());
        };
    }
}
