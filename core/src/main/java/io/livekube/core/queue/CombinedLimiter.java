package io.livekube.core.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Several limiters at once: each is charged, the longest delay counts.
record CombinedLimiter(List<RateLimiter> limiters) implements RateLimiter {

    CombinedLimiter {
        limiters = List.copyOf(limiters);
    }

    @Override
    public Permit permit(int retries, long nanoTime) {
        Duration longest = Duration.ZERO;
        List<RateLimiter> next = new ArrayList<>(limiters.size());
        for (RateLimiter limiter : limiters) {
            Permit permit = limiter.permit(retries, nanoTime);
            longest = longest.compareTo(permit.delay()) >= 0 ? longest : permit.delay();
            next.add(permit.next());
        }
        return new Permit(longest, new CombinedLimiter(next));
    }
}
