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

/// Asks each question once for any number of readers who ask it at the same time or a moment later.
///
/// The question is asked on a thread of its own: a reader who gives up does not end it for the others.
/// Whatever comes of it, good or bad, reaches all who wait, and is kept for a moment. At most one question
/// of a key is in the air.
///
/// What is kept is bounded in number and weight; the oldest go first. What is in the air is bounded by
/// those who are asked: they refuse.
final class RequestCoalescer<K, V> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestCoalescer.class);

    private final Keep<V> keep;
    private final InstantSource clock;
    private final AtomicLong moments = new AtomicLong();
    private final ExecutorService threads;
    private final Map<K, CoalescedRequest<V>> flights = new LinkedHashMap<>();
    private long started;

    /// How long and how much is kept.
    ///
    /// @param answers how long an answer is
    /// @param failures how long a failure is
    /// @param held how many of both
    /// @param bytes of all answers together, as the weigher weighs them
    record Keep<V>(Duration answers, Duration failures, int held, long bytes, ToLongFunction<V> weigher) {}

    /// Asks.
    interface Question<V> {
        V ask() throws TaskFailedException, InterruptedException;
    }

    RequestCoalescer(String name, Keep<V> keep, InstantSource clock) {
        this.keep = keep;
        this.clock = clock;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(name, 0).factory());
    }

    /// The present, to be given to [#get].
    long moment() {
        return moments.incrementAndGet();
    }

    /// The answer to a question that was asked after a moment, now or by somebody else.
    ///
    /// @param after 0 if whatever is kept will do
    /// @param patience how long to wait for it
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

    /// One that began too early is waited for, too: of all who wait for its end, the first starts the next.
    private CoalescedRequest<V> joinOrStart(K key, long after, Question<V> question) throws TaskFailedException {
        synchronized (flights) {
            flights.values().removeIf(flight -> flight.expired(clock.instant()));
            CoalescedRequest<V> known = flights.get(key);
            if (known != null && (known.inTheAir() || known.beganAfter(after))) {
                return known;
            }
            var flight = new CoalescedRequest<V>(moment());
            try {
                threads.execute(() -> fly(key, flight, question));
            } catch (RejectedExecutionException e) {
                throw new TaskFailedException(503, "the hub is being stopped");
            }
            started++;
            flights.remove(key); // so that the new one stands last
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
            Thread.currentThread().interrupt(); // the hub is being stopped: nothing is kept
        }
        synchronized (flights) {
            flights.remove(key, flight);
        }
    }

    /// Asks, and tells for how long what came of it is kept.
    private Duration land(K key, CoalescedRequest<V> flight, Question<V> question) {
        try {
            V answer = question.ask();
            flight.answered(answer, keep.weigher().applyAsLong(answer), until(keep.answers()));
            return keep.answers();
        } catch (TaskFailedException e) {
            flight.failed(e.status(), e.reason(), until(keep.failures()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            flight.failed(503, "the hub is being stopped", until(Duration.ZERO));
        } catch (RuntimeException | Error e) {
            LOG.error("asking for {} failed; this is a defect of the hub", key, e);
            flight.failed(500, "the hub failed on the answer, and its log tells why", until(keep.failures()));
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
                    .filter(flight -> !flight.inTheAir())
                    .count();
            Iterator<CoalescedRequest<V>> oldest = flights.values().iterator();
            while (oldest.hasNext() && (bytes > keep.bytes() || held > keep.held())) {
                CoalescedRequest<V> flight = oldest.next();
                if (!flight.inTheAir()) {
                    oldest.remove();
                    bytes -= flight.weight();
                    held--;
                }
            }
        }
    }

    /// How many questions were asked.
    long started() {
        synchronized (flights) {
            return started;
        }
    }

    /// How many questions are in the air or kept.
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
