package io.livekube.hub.kubeapi;

import io.livekube.core.model.ObjectKey;
import io.livekube.core.store.ObjectRun;
import io.livekube.core.store.ObjectRunId;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Cache of encoded lists by segment, so that only changed segments are encoded again. Thread-safe.
///
/// Every position in a list keeps the encoding of its latest state, but no objects. The size is bounded in
/// bytes: the least recently used positions are evicted, unless all were used recently. In that case new ones
/// are not cached, so that a part of a list that exceeds its share stays cached instead of being replaced over
/// and over. No representation of a list may use more than half of the cache; Caffeine has no such shares,
/// which is why it is not used here.
final class ListSegmentCache {
    private static final long LATELY = Duration.ofSeconds(30).toNanos();

    private final long limit;
    private final LongSupplier nanos;
    private final Map<Place, Encoded> places = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<Listed, Long> ofLists = new HashMap<>();
    private long bytes;

    /// Position of a run in a list.
    ///
    /// @param list identifies cluster and resource
    /// @param first first object of the run
    /// @param begins whether the run starts the list
    /// @param cut whether the list ends inside one of the store's runs
    /// @param form name of the representation
    private record Place(String list, ObjectKey first, boolean begins, boolean cut, String form, boolean gzip) {
        static Place of(String list, ObjectRun run, boolean begins, ListSegmentEncoder encoder) {
            return new Place(list, run.get(0).key(), begins, run.cut(), encoder.form(), encoder.gzip());
        }

        Listed listed() {
            return new Listed(list, form, gzip);
        }
    }

    /// One representation of a list; each has a share of the cache.
    private record Listed(String list, String form, boolean gzip) {}

    private static final class Encoded {
        private final ObjectRunId mark;
        private final List<ListSegment> segments;
        private long asked;

        Encoded(ObjectRunId mark, List<ListSegment> segments, long asked) {
            this.mark = mark;
            this.segments = segments;
            this.asked = asked;
        }

        long cost() {
            return 256 + segments.stream().mapToLong(ListSegment::cost).sum();
        }
    }

    /// @param nanos clock, such as [System#nanoTime]
    ListSegmentCache(long limit, LongSupplier nanos) {
        this.limit = limit;
        this.nanos = nanos;
    }

    /// Cached segments of a run, if they are current.
    Optional<List<ListSegment>> find(String list, ObjectRun run, boolean begins, ListSegmentEncoder encoder) {
        return at(Place.of(list, run, begins, encoder))
                .filter(encoded -> encoded.mark.marks(run))
                .map(encoded -> encoded.segments);
    }

    /// Segments of a run, encoded if they are not cached.
    List<ListSegment> of(String list, ObjectRun run, boolean begins, ListSegmentEncoder encoder) {
        Place place = Place.of(list, run, begins, encoder);
        Optional<Encoded> encoded = at(place);
        if (encoded.isPresent() && encoded.get().mark.marks(run)) {
            return encoded.get().segments;
        }
        List<ListSegment> made =
                encoder.encode(run, begins, encoded.map(of -> of.segments).orElse(List.of()));
        keep(place, new Encoded(run.mark(), made, nanos.getAsLong()));
        return made;
    }

    private synchronized Optional<Encoded> at(Place place) {
        Encoded encoded = places.get(place);
        if (encoded != null) {
            encoded.asked = nanos.getAsLong();
        }
        return Optional.ofNullable(encoded);
    }

    private synchronized void keep(Place place, Encoded made) {
        Encoded former = places.remove(place);
        if (former != null) {
            count(place, -former.cost());
        }
        var oldest = places.entrySet().iterator();
        while (!fits(place, made) && oldest.hasNext()) {
            Map.Entry<Place, Encoded> encoded = oldest.next();
            if (made.asked - encoded.getValue().asked < LATELY) {
                return;
            }
            count(encoded.getKey(), -encoded.getValue().cost());
            oldest.remove();
        }
        if (fits(place, made)) {
            places.put(place, made);
            count(place, made.cost());
        }
    }

    private boolean fits(Place place, Encoded made) {
        long ofList = ofLists.getOrDefault(place.listed(), 0L);
        return bytes + made.cost() <= limit && ofList + made.cost() <= limit / 2;
    }

    private void count(Place place, long more) {
        bytes += more;
        ofLists.merge(place.listed(), more, (all, one) -> all + one == 0 ? null : all + one);
    }

    /// Bytes used.
    synchronized long bytes() {
        return bytes;
    }
}
