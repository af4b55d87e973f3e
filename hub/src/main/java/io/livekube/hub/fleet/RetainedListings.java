package io.livekube.hub.fleet;

import io.livekube.hub.read.PageRetention;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;

/// Listings retained for the pages that follow. Thread-safe.
public final class RetainedListings {
    private static final int LINES = 2_000_000;
    private static final PageRetention.Limits LIMITS = new PageRetention.Limits(Duration.ofMinutes(5), 1, 128, LINES);

    private final Random random;
    private final PageRetention<Long, Listing> listings = new PageRetention<>(LIMITS);

    /// @param random for any number of threads
    public RetainedListings(Random random) {
        this.random = random;
    }

    /// Retains a listing.
    ///
    /// @return its id in page tokens
    public long keep(Listing listing, Instant now) {
        long id = random.nextLong();
        // Capped, so that even the largest listing can be paged through.
        listings.keep(id, listing, Math.min(listing.size(), LINES), _ -> false, now);
        return id;
    }

    /// Finds a retained listing.
    public Optional<Listing> find(long id, Instant now) {
        return listings.find(id, _ -> true, now).map(PageRetention.Retained::content);
    }

    /// Evicts listings that have been retained for long enough; called periodically.
    public void expire(Instant now) {
        listings.expire(now);
    }
}
