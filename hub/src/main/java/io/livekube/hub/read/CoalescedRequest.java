package io.livekube.hub.read;

import io.livekube.hub.control.TaskFailedException;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A request that any number of callers wait for, and then its outcome.
final class CoalescedRequest<V> {
    private sealed interface Outcome<V> {
        Instant until();

        long weight();
    }

    private record Answered<V>(V value, long weight, Instant until) implements Outcome<V> {}

    private record Failed<V>(int status, String reason, Instant until) implements Outcome<V> {
        @Override
        public long weight() {
            return 0;
        }
    }

    private final long began;
    private final CompletableFuture<Outcome<V>> outcome = new CompletableFuture<>();

    /// @param began moment at which the request started, see [RequestCoalescer#moment]
    CoalescedRequest(long began) {
        this.began = began;
    }

    /// @param until when the outcome expires for later callers
    void answered(V value, long weight, Instant until) {
        outcome.complete(new Answered<>(value, weight, until));
    }

    void failed(int status, String reason, Instant until) {
        outcome.complete(new Failed<>(status, reason, until));
    }

    boolean beganAfter(long moment) {
        return began > moment;
    }

    boolean inFlight() {
        return !outcome.isDone();
    }

    boolean expired(Instant now) {
        return !inFlight() && !outcome.join().until().isAfter(now);
    }

    /// Memory used by the outcome, in bytes; 0 while in flight.
    long weight() {
        return inFlight() ? 0 : outcome.join().weight();
    }

    /// Waits for an outcome, success or failure; returns false on timeout.
    boolean await(long nanos) throws InterruptedException {
        try {
            var _ = outcome.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("outcomes are never exceptions", e);
        }
    }

    /// The outcome, once there is one.
    V outcome() throws TaskFailedException {
        return switch (outcome.join()) {
            case Answered<V> answer -> answer.value();
            case Failed<V> failure -> throw new TaskFailedException(failure.status(), failure.reason());
        };
    }
}
