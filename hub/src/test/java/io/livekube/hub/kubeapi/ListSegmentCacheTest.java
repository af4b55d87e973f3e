package io.livekube.hub.kubeapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.ObjectRun;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.TestingBatches;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Contents of the cache: everything that is still valid, nothing else, within its limit.
class ListSegmentCacheTest {
    private static final int COUNT = 400;
    private static final ListSegmentEncoder PLAIN = new ListSegmentEncoder("content", KubeObject::content, false);

    private final KindMirror pods = new KindMirror("demo", new Part.Kind(Resource.core("v1", "pods"), "Pod", true));
    private long nanos;

    @BeforeEach
    void fill() {
        pods.store().replace(IntStream.range(0, COUNT).mapToObj(i -> pod(i, 1)).toList(), COUNT);
    }

    private KubeObject pod(int number, long version) {
        String json = TestingBatches.pod("default", "pod-%05d".formatted(number), version)
                .replace("\"Running\"", "\"Running\",\"message\":\"" + "x".repeat(8_000) + "\"");
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try {
            return pods.decode(bytes, 0, bytes.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private ListSegmentCache limited(long bytes) {
        return new ListSegmentCache(bytes, () -> nanos);
    }

    private List<ListSegment> list(ListSegmentCache cache) {
        List<ListSegment> segments = new ArrayList<>();
        List<ObjectRun> runs = Snapshot.runs(pods.store().list());
        for (int i = 0; i < runs.size(); i++) {
            segments.addAll(cache.of("demo pods", runs.get(i), i == 0, PLAIN));
        }
        return segments;
    }

    private static String text(List<ListSegment> segments) {
        return segments.stream()
                .map(segment -> segment.body().bytes().toString(StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }

    private String expected() {
        return pods.store().list().stream()
                .map(object -> new String(object.content(), StandardCharsets.UTF_8))
                .collect(Collectors.joining(","));
    }

    private static long differing(List<ListSegment> segments, List<ListSegment> before) {
        Set<ListSegment> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(before);
        return segments.stream().filter(segment -> !known.contains(segment)).count();
    }

    @Test
    void changeEncodesOneSegmentAgain() {
        ListSegmentCache cache = limited(Long.MAX_VALUE);
        List<ListSegment> before = list(cache);
        assertThat(before).hasSizeGreaterThan(20);
        assertThat(text(before)).isEqualTo(expected());
        long bytes = cache.bytes();

        pods.store().apply(pod(200, COUNT + 1));
        List<ListSegment> after = list(cache);

        assertThat(text(after)).isEqualTo(expected());
        assertThat(differing(after, before)).isEqualTo(1);
        assertThat(cache.bytes()).isCloseTo(bytes, withinPercentage(1));
    }

    @Test
    void listIsCorrectAfterAnyChanges() {
        ListSegmentCache cache = limited(Long.MAX_VALUE);
        var random = new SplittableRandom(5);
        for (int i = 1; i <= 300; i++) {
            int number = random.nextInt(COUNT * 2);
            if (random.nextInt(3) == 0) {
                pods.store().remove(new ObjectKey("default", "pod-%05d".formatted(number)), COUNT + i);
            } else {
                pods.store().apply(pod(number, COUNT + i));
            }
            assertThat(text(list(cache))).isEqualTo(expected());
        }
        assertThat(list(cache)).hasSizeLessThan(pods.store().size() / 2);
    }

    @Test
    void partOfAListLargerThanItsShareStaysCached() {
        ListSegmentCache cache = limited(COUNT * 8_000);
        List<ListSegment> first = list(cache);
        List<ListSegment> second = list(cache);

        assertThat(cache.bytes()).isBetween(COUNT * 8_000L / 4, COUNT * 8_000L / 2);
        assertThat(differing(second, first)).isBetween(first.size() / 4L, first.size() * 3L / 4);
    }

    @Test
    void frequentlyReadLargeListLeavesRoomForOthers() {
        ListSegmentCache cache = limited(COUNT * 8_000);
        list(cache);
        ObjectRun other = Snapshot.runs(pods.store().list()).getLast();

        cache.of("other pods", other, false, PLAIN);

        assertThat(cache.find("other pods", other, false, PLAIN)).isPresent();

        var compressed = new ListSegmentEncoder("content", KubeObject::content, true);
        cache.of("demo pods", other, false, compressed);
        assertThat(cache.find("demo pods", other, false, compressed))
                .as("nor does it crowd out its own other representation")
                .isPresent();
    }

    @Test
    void entriesNotReadRecentlyAreEvicted() {
        ListSegmentCache cache = limited(COUNT * 8_000);
        list(cache);
        nanos = Duration.ofMinutes(1).toNanos();
        ObjectRun last = Snapshot.runs(pods.store().list()).getLast();
        assertThat(cache.find("demo pods", last, false, PLAIN)).isEmpty();

        cache.of("demo pods", last, false, PLAIN);

        assertThat(cache.find("demo pods", last, false, PLAIN)).isPresent();
        assertThat(cache.bytes()).isLessThanOrEqualTo(COUNT * 8_000L / 2);
    }
}
