package io.livekube.testkit.fault;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Log of all requests in order of arrival, with methods to wait for them. Keeps the last 100,000.
public final class RequestLog {

    private static final int CAPACITY = 100_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final TreeMap<Integer, SeenRequest> seen = new TreeMap<>();

    public List<SeenRequest> all() {
        return matching(RequestMatcher.any());
    }

    public List<SeenRequest> matching(RequestMatcher matcher) {
        lock.lock();
        try {
            return seen.values().stream()
                    .filter(s -> matcher.matches(s.request()))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for `count` requests that match.
    public List<SeenRequest> await(RequestMatcher matcher, int count, Duration timeout) {
        return await(matcher, count, _ -> true, timeout);
    }

    /// Waits for `count` requests that match and have this outcome.
    public List<SeenRequest> await(RequestMatcher matcher, int count, ExchangeOutcome outcome, Duration timeout) {
        return await(matcher, count, s -> s.outcome() == outcome, timeout);
    }

    /// Waits for `count` requests that match and are in this state.
    ///
    /// @throws AssertionError after `timeout`, with what was seen instead
    public List<SeenRequest> await(RequestMatcher matcher, int count, Predicate<SeenRequest> state, Duration timeout) {
        long left = timeout.toNanos();
        lock.lock();
        try {
            while (true) {
                List<SeenRequest> found =
                        matching(matcher).stream().filter(state).toList();
                if (found.size() >= count) {
                    return found;
                }
                if (left <= 0) {
                    throw new AssertionError("waited %s for %d × %s, saw %d of them in that state; all requests: %s"
                            .formatted(timeout, count, matcher, found.size(), seen.values()));
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + matcher, e);
        } finally {
            lock.unlock();
        }
    }

    void add(SeenRequest request) {
        update(request.request().number(), request, _ -> request);
    }

    void change(SeenRequest of, UnaryOperator<SeenRequest> change) {
        update(of.request().number(), of, change);
    }

    private void update(int number, SeenRequest absent, UnaryOperator<SeenRequest> change) {
        lock.lock();
        try {
            seen.merge(number, absent, (old, _) -> change.apply(old));
            if (seen.size() > CAPACITY) {
                seen.pollFirstEntry();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
