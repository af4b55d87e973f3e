package io.livekube.hub.fleet;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Listings that pages were cut from, for the pages behind them; a bounded number, for a while.
///
/// They share their objects with the mirrors: what they cost is what has changed since. For any number of
/// threads.
public final class Listings {
    private static final int MOST = 128;
    private static final int LINES = 2_000_000;
    private static final Duration KEPT = Duration.ofMinutes(5);
    private static final Pattern CURSOR = Pattern.compile("p1\\.([0-9a-f]{1,16})\\.([0-9]{1,9})");

    private final RandomGenerator random;
    private final Map<Long, Kept> kept = new LinkedHashMap<>();
    private int lines;

    private record Kept(Listing listing, Instant at) {}

    /// Where the next page begins.
    public record Place(long listing, int offset) {
        /// The text that means it.
        public String encode() {
            String text = "p1.%s.%d".formatted(Long.toHexString(listing), offset);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
        }

        /// Reads it; empty if it is no such text.
        public static Optional<Place> decode(String text) {
            try {
                byte[] bytes = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
                Matcher parts = CURSOR.matcher(new String(bytes, StandardCharsets.US_ASCII));
                return parts.matches()
                        ? Optional.of(
                                new Place(Long.parseUnsignedLong(parts.group(1), 16), Integer.parseInt(parts.group(2))))
                        : Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }

    public Listings(RandomGenerator random) {
        this.random = random;
    }

    /// Keeps a listing, for as long as there is room.
    ///
    /// @return what it is called from now on
    public synchronized long keep(Listing listing, Instant now) {
        long id = random.nextLong();
        kept.put(id, new Kept(listing, now));
        lines += listing.size();
        Iterator<Kept> oldest = kept.values().iterator();
        while (oldest.hasNext()) {
            Kept first = oldest.next();
            boolean old = first.at().plus(KEPT).isBefore(now);
            if (!old && kept.size() <= MOST && (lines <= LINES || kept.size() == 1)) {
                break;
            }
            lines -= first.listing().size();
            oldest.remove();
        }
        return id;
    }

    /// A listing that is kept.
    public synchronized Optional<Listing> find(long id, Instant now) {
        return Optional.ofNullable(kept.get(id))
                .filter(one -> !one.at().plus(KEPT).isBefore(now))
                .map(Kept::listing);
    }

    /// Lets go of what is kept for long enough; to be called from time to time.
    public synchronized void expire(Instant now) {
        kept.values().removeIf(one -> {
            boolean old = one.at().plus(KEPT).isBefore(now);
            lines -= old ? one.listing().size() : 0;
            return old;
        });
    }
}
