package io.livekube.hub.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a watcher finds in a kind's log.
class ChangeLogTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    private final ChangeLog log = new ChangeLog(1 << 20, Duration.ofMinutes(5));

    private KubeObject pod(String name, String uid, long version) {
        byte[] json = """
                {"metadata":{"namespace":"default","name":"%s","uid":"%s","resourceVersion":"%d"}}""".formatted(name, uid, version).getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Long> versionsAfter(long version) {
        return log.read(log.positionAfter(version).orElseThrow(), 100).orElseThrow().entries().stream()
                .map(LogEntry::version)
                .toList();
    }

    @Test
    void eventsOfABatchAreOrderedByVersionRegardlessOfKey() {
        log.reset(100);
        log.append(
                List.of(
                        new Change.Added(pod("a", "1", 109)),
                        new Change.Added(pod("b", "2", 103)),
                        new Change.Deleted(pod("c", "3", 90), false)),
                Map.of(new ObjectKey("default", "c"), 105L),
                110,
                NOW);
        assertThat(versionsAfter(100)).containsExactly(103L, 105L, 109L);
        assertThat(versionsAfter(104)).containsExactly(105L, 109L);
        assertThat(versionsAfter(110)).isEmpty();
    }

    @Test
    void droppedEventIsSubtractedWithTheSizeItWasCountedWith() throws MalformedObjectException {
        byte[] large = """
                {"metadata":{"namespace":"default","name":"a","uid":"1","resourceVersion":"1"},"data":{"x":"%s"}}""".formatted("x".repeat(5_000)).getBytes(StandardCharsets.UTF_8);
        KubeObject first = format.decodeChange(large, 0, large.length);
        int plain = first.storedBytes();
        log.reset(100);
        log.append(List.of(new Change.Updated(first, pod("a", "1", 101))), Map.of(), 101, NOW);

        format.settle();
        format.packAllChanges();
        assertThat(first.storedBytes()).isLessThan(plain);
        log.trim(NOW.plus(Duration.ofMinutes(6)));

        assertThat(log.size()).isZero();
        assertThat(log.bytes()).isZero();
    }

    @Test
    void eventsAreNotDroppedForTheSizeThatTheirObjectsHadBeforePacking() throws MalformedObjectException {
        var small = new ChangeLog(100_000, Duration.ofMinutes(5));
        small.reset(100);
        KubeObject former = pod("a", "1", 100);
        for (int version = 101; version <= 300; version++) {
            byte[] large = """
                    {"metadata":{"namespace":"default","name":"a","uid":"1","resourceVersion":"%d"},"data":{"x":"%s"}}""".formatted(version, "x".repeat(5_000)).getBytes(StandardCharsets.UTF_8);
            KubeObject changed = format.decodeChange(large, 0, large.length);
            small.append(List.of(new Change.Updated(former, changed)), Map.of(), version, NOW);
            former = changed;
            if (version % 10 == 0) {
                format.settle();
                format.packAllChanges();
            }
        }
        assertThat(small.size()).isEqualTo(200);
        assertThat(small.cutShort()).isZero();
        small.trim(NOW.plus(Duration.ofMinutes(6)));
        assertThat(small.bytes()).isZero();
    }

    @Test
    void unobservedDeletionGetsAVersionThatNoOtherEventHas() {
        log.reset(100);
        log.append(
                List.of(
                        new Change.Deleted(pod("a", "1", 90), false),
                        new Change.Deleted(pod("b", "2", 91), false),
                        new Change.Added(pod("c", "3", 101))),
                Map.of(),
                104,
                NOW);
        assertThat(versionsAfter(100)).doesNotHaveDuplicates().hasSize(3).allMatch(v -> v > 100 && v <= 104);
        assertThat(log.read(log.positionAfter(100).orElseThrow(), 1)
                        .orElseThrow()
                        .entries()
                        .getFirst()
                        .type())
                .isEqualTo(LogEntry.Type.ADDED);
    }

    @Test
    void unobservedDeletionsAreSequenced() {
        log.reset(100);
        log.append(
                List.of(
                        new Change.Deleted(pod("a", "1", 90), false),
                        new Change.Deleted(pod("b", "2", 91), false),
                        new Change.Deleted(pod("c", "3", 92), false),
                        new Change.Updated(pod("d", "4", 93), pod("d", "4", 110))),
                Map.of(
                        new ObjectKey("default", "a"), 110L,
                        new ObjectKey("default", "b"), 110L,
                        new ObjectKey("default", "c"), 105L),
                110,
                NOW);
        assertThat(versionsAfter(100)).as("each with its own version").containsExactly(105L, 108L, 109L, 110L);
    }

    @Test
    void unobservedDeletionsAreRepeatedForReadersThatResumeBetweenThem() {
        log.reset(100);
        log.append(
                List.of(
                        new Change.Deleted(pod("a", "1", 90), false),
                        new Change.Deleted(pod("b", "2", 91), false),
                        new Change.Deleted(pod("c", "3", 92), false),
                        new Change.Added(pod("c", "4", 106)),
                        new Change.Added(pod("d", "5", 110))),
                Map.of(),
                110,
                NOW);
        assertThat(versionsAfter(100)).containsExactly(105L, 106L, 108L, 109L, 110L);
        assertThat(versionsAfter(107)).containsExactly(108L, 109L, 110L);
        assertThat(versionsAfter(108)).containsExactly(108L, 109L, 110L);
        assertThat(versionsAfter(109)).as("by then both were gone").containsExactly(110L);
        assertThat(versionsAfter(110)).isEmpty();
    }

    @Test
    void skippedVersionIsNotPartOfTheLog() {
        log.reset(100);
        log.append(
                List.of(new Change.Added(pod("a", "1", 103)), new Change.Added(pod("b", "2", 106))),
                Map.of(),
                108,
                NOW);
        log.append(List.of(new Change.Added(pod("c", "3", 112))), Map.of(), 112, NOW);
        assertThat(List.of(100L, 106L, 107L, 108L, 112L))
                .allSatisfy(version ->
                        assertThat(log.placement(version)).as("%d", version).isEqualTo(ChangeLog.Placement.BOUNDARY));
        assertThat(log.placement(103)).isEqualTo(ChangeLog.Placement.EVENT);
        assertThat(List.of(101L, 105L, 110L))
                .allSatisfy(version ->
                        assertThat(log.placement(version)).as("%d", version).isEqualTo(ChangeLog.Placement.SKIPPED));
    }

    @Test
    void replacedObjectIsDeletedBeforeItsSuccessorIsAdded() {
        log.reset(100);
        log.append(
                List.of(
                        new Change.Deleted(pod("a", "1", 90), false),
                        new Change.Added(pod("a", "2", 103)),
                        new Change.Added(pod("b", "3", 101))),
                Map.of(),
                104,
                NOW);
        assertThat(log.read(log.positionAfter(100).orElseThrow(), 9)
                        .orElseThrow()
                        .entries())
                .extracting(entry -> entry.type() + "@" + entry.version())
                .containsExactly("ADDED@101", "DELETED@102", "ADDED@103");
    }

    @Test
    void logIsResetAndReadersAreLostIfNoOrderFits() {
        log.reset(100);
        long position = log.positionAfter(100).orElseThrow();
        log.append(List.of(new Change.Updated(pod("a", "1", 90), pod("a", "1", 95))), Map.of(), 104, NOW);
        assertThat(log.read(position, 9)).isEmpty();
        assertThat(log.positionAfter(100)).isEmpty();
        assertThat(log.positionAfter(104)).isPresent();
    }

    @Test
    void versionThatGoesBackwardsResetsTheLog() {
        log.reset(100);
        long position = log.positionAfter(100).orElseThrow();
        log.append(List.of(), Map.of(), 7, NOW);
        assertThat(log.read(position, 9)).isEmpty();
        assertThat(log.version()).isEqualTo(7);
    }

    @Test
    void eventsOlderThanTheLimitAreDroppedAndTheirWatchersLost() {
        log.reset(100);
        long early = log.positionAfter(100).orElseThrow();
        log.append(List.of(new Change.Added(pod("a", "1", 101))), Map.of(), 101, NOW);
        log.append(List.of(new Change.Added(pod("b", "2", 102))), Map.of(), 102, NOW.plusSeconds(400));
        assertThat(log.read(early, 9)).isEmpty();
        assertThat(log.floor()).isEqualTo(101);
        assertThat(versionsAfter(101)).containsExactly(102L);
        assertThat(log.cutShort()).isZero();
    }

    @Test
    void eventsBeyondTheSizeLimitAreDroppedEarlyAndCounted() {
        var small = new ChangeLog(1_000, Duration.ofMinutes(5));
        small.reset(100);
        for (int i = 1; i <= 50; i++) {
            small.append(List.of(new Change.Added(pod("p" + i, "u", 100 + i))), Map.of(), 100 + i, NOW);
        }
        assertThat(small.bytes()).isLessThanOrEqualTo(1_000);
        assertThat(small.cutShort()).isPositive();
        assertThat(small.positionAfter(100)).isEmpty();
        assertThat(small.positionAfter(150)).isPresent();
    }

    @Test
    void readerAheadOfTheLogIsAtItsEnd() {
        log.reset(100);
        log.append(List.of(new Change.Added(pod("a", "1", 101))), Map.of(), 101, NOW);
        assertThat(log.positionAfter(200)).isEqualTo(log.positionAfter(101));
    }

    @Test
    void eventsBetweenTwoVersionsAreKnownUnlessSomeAreLostOrPending() {
        log.reset(100);
        for (int i = 1; i <= 4; i++) {
            log.append(List.of(new Change.Added(pod("p" + i, "u", 100 + 2 * i))), Map.of(), 100 + 2 * i, NOW);
        }
        assertThat(log.between(101, 106).orElseThrow())
                .extracting(LogEntry::version)
                .containsExactly(102L, 104L, 106L);
        assertThat(log.between(108, 108).orElseThrow()).isEmpty();
        assertThat(log.between(99, 108)).isEmpty();
        assertThat(log.between(100, 109)).isEmpty();
        assertThat(log.between(107, 106)).isEmpty();
    }

    @Test
    void closedLogLosesAllReaders() {
        log.reset(100);
        long position = log.positionAfter(100).orElseThrow();
        log.close();
        assertThat(log.read(position, 9)).isEmpty();
        assertThat(log.positionAfter(100)).isEmpty();
    }
}
