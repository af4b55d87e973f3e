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

/// Coalesces identical requests: callers that ask at the same time, or shortly after, share one.
///
/// Requests run on their own threads, so that a caller that gives up does not cancel the request for others.
/// The outcome, success or failure, goes to all callers and is kept briefly. At most one request per key is in
/// flight.
///
/// Outcomes are bounded in number and weight; the oldest are evicted first. Requests in flight are bounded by
/// their callers. Caffeine is not used, because callers may require a request that started after a given
/// moment.
final class RequestCoalescer<K, V> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestCoalescer.class);

    private final Retention<V> retention;
    private final InstantSource clock;
    private final AtomicLong moments = new AtomicLong();
    private final ExecutorService threads;
    private final Map<K, CoalescedRequest<V>> requests = new LinkedHashMap<>();
    private long started;

    /// Retention of outcomes.
    ///
    /// @param answers how long an answer is kept
    /// @param failures how long a failure is kept
    /// @param held maximum number of outcomes
    /// @param bytes maximum total weight of answers
    record Retention<V>(Duration answers, Duration failures, int held, long bytes, ToLongFunction<V> weigher) {}

    /// Performs the request.
    interface Question<V> {
        V ask() throws TaskFailedException, InterruptedException;
    }

    RequestCoalescer(String name, Retention<V> retention, InstantSource clock) {
        this.retention = retention;
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
    /// @param after moment; 0 if any retained outcome will do
    /// @param patience how long to wait
    V get(K key, long after, Duration patience, Question<V> question) throws TaskFailedException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            CoalescedRequest<V> request = joinOrStart(key, after, question);
            if (!request.await(end - System.nanoTime())) {
                throw new TaskFailedException(
                        504, "its agent did not answer within %d ms".formatted(patience.toMillis()));
            }
            if (request.beganAfter(after)) {
                return request.outcome();
            }
        }
    }

    /// Joins the request in flight, even if it started too early: of all callers that wait for it to end, the
    /// first one starts the next.
    private CoalescedRequest<V> joinOrStart(K key, long after, Question<V> question) throws TaskFailedException {
        synchronized (requests) {
            requests.values().removeIf(request -> request.expired(clock.instant()));
            CoalescedRequest<V> known = requests.get(key);
            if (known != null && (known.inFlight() || known.beganAfter(after))) {
                return known;
            }
            var request = new CoalescedRequest<V>(moment());
            try {
                threads.execute(() -> run(key, request, question));
            } catch (RejectedExecutionException e) {
                throw new TaskFailedException(503, "the hub is shutting down");
            }
            started++;
            requests.remove(key); // so that the new one comes last
            requests.put(key, request);
            return request;
        }
    }

    private void run(K key, CoalescedRequest<V> request, Question<V> question) {
        Duration kept = ask(key, request, question);
        evict();
        try {
            Thread.sleep(kept);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the hub is shutting down: retain nothing
        }
        synchronized (requests) {
            requests.remove(key, request);
        }
    }

    /// Performs the request and returns how long its outcome is retained.
    private Duration ask(K key, CoalescedRequest<V> request, Question<V> question) {
        try {
            V answer = question.ask();
            request.answered(answer, retention.weigher().applyAsLong(answer), until(retention.answers()));
            return retention.answers();
        } catch (TaskFailedException e) {
            request.failed(e.status(), e.reason(), until(retention.failures()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            request.failed(503, "the hub is shutting down", until(Duration.ZERO));
        } catch (RuntimeException | Error e) {
            LOG.error("fetching {} failed because of a bug in the hub", key, e);
            request.failed(500, "internal error; see the hub's log", until(retention.failures()));
        }
        return retention.failures();
    }

    private Instant until(Duration kept) {
        return clock.instant().plus(kept);
    }

    private void evict() {
        synchronized (requests) {
            long bytes = requests.values().stream()
                    .mapToLong(CoalescedRequest::weight)
                    .sum();
            long held = requests.values().stream()
                    .filter(request -> !request.inFlight())
                    .count();
            Iterator<CoalescedRequest<V>> oldest = requests.values().iterator();
            while (oldest.hasNext() && (bytes > retention.bytes() || held > retention.held())) {
                CoalescedRequest<V> request = oldest.next();
                if (!request.inFlight()) {
                    oldest.remove();
                    bytes -= request.weight();
                    held--;
                }
            }
        }
    }

    /// Number of requests made.
    long started() {
        synchronized (requests) {
            return started;
        }
    }

    /// Number of requests in flight or kept.
    int size() {
        synchronized (requests) {
            return requests.size();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
