package io.livekube.hub.fleet;

import io.livekube.hub.read.PageRetention;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Retains listings that pages were cut from, for the pages behind them. For any number of threads.
public final class RetainedListings {
    private static final int LINES = 2_000_000;
    private static final PageRetention.Limits LIMITS = new PageRetention.Limits(Duration.ofMinutes(5), 1, 128, LINES);
    private static final Pattern CURSOR = Pattern.compile("p1\\.([0-9a-f]{1,16})\\.([0-9]{1,9})");

    private final Random random;
    private final PageRetention<Long, Listing> listings = new PageRetention<>(LIMITS);

    /// Cursor of the next page.
    public record PageCursor(long listing, int offset) {
        /// Encodes it as an opaque text.
        public String encode() {
            String text = "p1.%s.%d".formatted(Long.toHexString(listing), offset);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
        }

        /// Decodes it; empty if the text is no cursor.
        public static Optional<PageCursor> decode(String text) {
            try {
                byte[] bytes = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
                Matcher parts = CURSOR.matcher(new String(bytes, StandardCharsets.US_ASCII));
                return parts.matches()
                        ? Optional.of(new PageCursor(
                                Long.parseUnsignedLong(parts.group(1), 16), Integer.parseInt(parts.group(2))))
                        : Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }

    /// @param random for any number of threads
    public RetainedListings(Random random) {
        this.random = random;
    }

    /// Retains a listing.
    ///
    /// @return its id in cursors
    public long keep(Listing listing, Instant now) {
        long id = random.nextLong();
        // No listing is too large to be paged through.
        listings.keep(id, listing, Math.min(listing.size(), LINES), _ -> false, now);
        return id;
    }

    /// A retained listing.
    public Optional<Listing> find(long id, Instant now) {
        return listings.find(id, _ -> true, now).map(PageRetention.Retained::content);
    }

    /// Evicts what has been retained for long enough; to be called from time to time.
    public void expire(Instant now) {
        listings.expire(now);
    }
}
