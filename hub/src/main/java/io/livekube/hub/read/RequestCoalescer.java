package io.livekube.hub.read;

import io.livekube.hub.control.TaskFailedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Coalesces equal requests: callers that ask at the same time, or shortly after, share one request and its
/// outcome.
///
/// Requests run on threads of their own, so that a caller that gives up does not end one for the others. The
/// outcome, good or bad, goes to all callers and is kept briefly. There is at most one request per key in
/// flight.
///
/// Outcomes are bounded in number and weight; the oldest are evicted first. Requests in flight are bounded by
/// those who serve them. Not a Caffeine cache, because callers may require a request that started after a
/// given moment.
final class RequestCoalescer<K, V> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestCoalescer.class);

    private final Keep<V> keep;
    private final InstantSource clock;
    private final AtomicLong moments = new AtomicLong();
    private final ExecutorService threads;
    private final Map<K, CoalescedRequest<V>> flights = new LinkedHashMap<>();
    private long started;

    /// Retention of outcomes.
    ///
    /// @param answers how long an answer is kept
    /// @param failures how long a failure is kept
    /// @param held maximum number of outcomes
    /// @param bytes maximum total weight of answers
    record Keep<V>(Duration answers, Duration failures, int held, long bytes, ToLongFunction<V> weigher) {}

    /// Makes the request.
    interface Question<V> {
        V ask() throws TaskFailedException, InterruptedException;
    }

    RequestCoalescer(String name, Keep<V> keep, InstantSource clock) {
        this.keep = keep;
        this.clock = clock;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(name, 0).factory());
    }

    /// The current moment, to be passed to [#get].
    long moment() {
        return moments.incrementAndGet();
    }

    /// The outcome of a request that started after a moment.
    ///
    /// @param after 0 if any kept outcome will do
    /// @param patience how long to wait
    V get(K key, long after, Duration patience, Question<V> question) throws TaskFailedException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            CoalescedRequest<V> flight = joinOrStart(key, after, question);
            if (!flight.await(end - System.nanoTime())) {
                throw new TaskFailedException(
                        504, "its agent did not answer within %d ms".formatted(patience.toMillis()));
            }
            if (flight.beganAfter(after)) {
                return flight.outcome();
            }
        }
    }

    /// A request that started too early is awaited, too: of all callers that wait for its end, the first
    /// starts the next.
    private CoalescedRequest<V> joinOrStart(K key, long after, Question<V> question) throws TaskFailedException {
        synchronized (flights) {
            flights.values().removeIf(flight -> flight.expired(clock.instant()));
            CoalescedRequest<V> known = flights.get(key);
            if (known != null && (known.inFlight() || known.beganAfter(after))) {
                return known;
            }
            var flight = new CoalescedRequest<V>(moment());
            try {
                threads.execute(() -> fly(key, flight, question));
            } catch (RejectedExecutionException e) {
                throw new TaskFailedException(503, "the hub is shutting down");
            }
            started++;
            flights.remove(key); // so that the new one is last
            flights.put(key, flight);
            return flight;
        }
    }

    private void fly(K key, CoalescedRequest<V> flight, Question<V> question) {
        Duration kept = land(key, flight, question);
        makeRoom();
        try {
            Thread.sleep(kept);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the hub is shutting down: nothing is kept
        }
        synchronized (flights) {
            flights.remove(key, flight);
        }
    }

    /// Makes the request, and returns how long its outcome is kept.
    private Duration land(K key, CoalescedRequest<V> flight, Question<V> question) {
        try {
            V answer = question.ask();
            flight.answered(answer, keep.weigher().applyAsLong(answer), until(keep.answers()));
            return keep.answers();
        } catch (TaskFailedException e) {
            flight.failed(e.status(), e.reason(), until(keep.failures()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            flight.failed(503, "the hub is shutting down", until(Duration.ZERO));
        } catch (RuntimeException | Error e) {
            LOG.error("fetching {} failed because of a defect in the hub", key, e);
            flight.failed(500, "internal error; see the hub's log", until(keep.failures()));
        }
        return keep.failures();
    }

    private Instant until(Duration kept) {
        return clock.instant().plus(kept);
    }

    private void makeRoom() {
        synchronized (flights) {
            long bytes = flights.values().stream()
                    .mapToLong(CoalescedRequest::weight)
                    .sum();
            long held = flights.values().stream()
                    .filter(flight -> !flight.inFlight())
                    .count();
            Iterator<CoalescedRequest<V>> oldest = flights.values().iterator();
            while (oldest.hasNext() && (bytes > keep.bytes() || held > keep.held())) {
                CoalescedRequest<V> flight = oldest.next();
                if (!flight.inFlight()) {
                    oldest.remove();
                    bytes -= flight.weight();
                    held--;
                }
            }
        }
    }

    /// Number of requests made.
    long started() {
        synchronized (flights) {
            return started;
        }
    }

    /// Number of requests in flight or kept.
    int size() {
        synchronized (flights) {
            return flights.size();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
