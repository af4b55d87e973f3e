package io.livekube.hub.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Many subscribers, one encoding.
class FrameCacheTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MOST = 64 << 10;

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    private final ChangeLog log = new ChangeLog(32 << 20, Duration.ofMinutes(5));
    private final AtomicInteger encoded = new AtomicInteger();
    private long version = 100;

    /// Encodes one line per object and counts calls.
    private final class Lines implements EntryEncoder {
        private final Predicate<KubeObject> selected;

        private Lines(Predicate<KubeObject> selected) {
            this.selected = selected;
        }

        @Override
        public byte[] frame(LogEntry entry) {
            if (!selected.test(entry.object())) {
                return new byte[0];
            }
            encoded.incrementAndGet();
            return (new String(entry.object().json(), StandardCharsets.UTF_8) + "\n").getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] bookmark(long at) {
            return Long.toString(at).getBytes(StandardCharsets.UTF_8);
        }
    }

    FrameCacheTest() {
        log.reset(version);
    }

    private FrameCache frames(Predicate<KubeObject> selected, long memory) {
        return frames(selected, new FrameMemory(memory));
    }

    private FrameCache frames(Predicate<KubeObject> selected, FrameMemory memory) {
        return new FrameCache(log, new Lines(selected), memory, () -> {});
    }

    private void add(String name, int padding) {
        version++;
        byte[] json = """
            {"metadata":{"namespace":"default","name":"%s","uid":"u%d","resourceVersion":"%d"},"spec":"%s"}\
            """.formatted(name, version, version, "x".repeat(padding)).getBytes(StandardCharsets.UTF_8);
        try {
            KubeObject object = format.decode(json, 0, json.length);
            log.append(List.of(new Change.Added(object)), Map.of(), version, NOW);
        } catch (MalformedObjectException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The next step of a subscriber, once everything it waits for is encoded.
    private Step next(FrameCache frames, long position, int most) {
        var cursor = new LogCursor(log, position);
        Step step = frames.next(cursor, most);
        if (step.equals(Step.WAIT)) {
            frames.fill();
            step = frames.next(cursor, most);
        }
        return step.equals(Step.PREPARE) ? frames.encodeAlone(cursor, most) : step;
    }

    /// Everything that a subscriber receives from a position onward.
    private String sent(FrameCache frames, long from, int most) {
        var text = new StringBuilder();
        long position = from;
        while (next(frames, position, most) instanceof Frames made) {
            String lines = made.bytes().toString(StandardCharsets.UTF_8);
            assertThat(lines.lines()).hasSize(made.events());
            text.append(lines);
            position = made.next();
        }
        return text.toString();
    }

    @Test
    void eventThatCanNotBeEncodedFailsOnlyForMembersThatNeedIt() {
        long start = log.positionAfter(100).orElseThrow();
        FrameCache frames = frames(
                object -> {
                    if (object.name().equals("bad")) {
                        throw new IllegalStateException("planted");
                    }
                    return true;
                },
                64 << 20);
        add("good", 10);
        assertThat(sent(frames, start, MOST)).contains("good");
        add("bad", 10);
        add("later", 10);
        var cursor = new LogCursor(log, start + 1);
        assertThat(frames.next(cursor, MOST)).isEqualTo(Step.WAIT);
        assertThatThrownBy(frames::fill).hasMessage("planted");
        assertThat(frames.next(cursor, MOST)).isEqualTo(Step.PREPARE);
        assertThatThrownBy(() -> frames.encodeAlone(cursor, MOST)).hasMessage("planted");
        assertThat(sent(frames, start + 2, MOST)).contains("later");
    }

    @Test
    void eachEventIsEncodedOnceForAllMembers() {
        long start = log.positionAfter(100).orElseThrow();
        FrameCache frames = frames(_ -> true, 64 << 20);
        for (int i = 0; i < 300; i++) {
            add("pod-" + i, i * 10);
        }
        String all = sent(frames, start, MOST);
        assertThat(all.lines()).hasSize(300);
        assertThat(sent(frames, start, 1)).as("one by one").isEqualTo(all);
        assertThat(sent(frames, start + 290, MOST).lines()).hasSize(10);
        assertThat(encoded).hasValue(300);
    }

    @Test
    void entriesThatAreNotSelectedTakeNoMemoryAndNoTime() {
        long start = log.positionAfter(100).orElseThrow();
        FrameCache frames = frames(pod -> pod.name().endsWith("1"), 64 << 20);
        for (int i = 0; i < 3_000; i++) {
            add("pod-" + i, 0);
        }
        assertThat(sent(frames, start, MOST).lines()).hasSize(300);
        assertThat(encoded).hasValue(300);
    }

    @Test
    void newSubscriberAtTheEndDoesNotForceOthersToEncodeAlone() {
        long start = log.positionAfter(100).orElseThrow();
        FrameCache frames = frames(_ -> true, 64 << 20);
        for (int i = 0; i < 10; i++) {
            add("pod-" + i, 0);
        }
        assertThat(sent(frames, start, MOST).lines()).hasSize(10);
        for (int i = 10; i < 30; i++) {
            add("pod-" + i, 0);
        }
        assertThat(sent(frames, start + 30, MOST)).as("nothing is new to it").isEmpty();
        for (int watcher = 0; watcher < 3; watcher++) {
            assertThat(sent(frames, start + 10, MOST).lines()).hasSize(20);
        }
        assertThat(encoded).hasValue(30);
        for (int i = 30; i < 500; i++) {
            add("pod-" + i, 0);
        }
        assertThat(sent(frames, start + 495, MOST).lines()).as("far ahead").hasSize(5);
        assertThat(encoded).hasValue(35);
        assertThat(sent(frames, start + 30, MOST).lines()).hasSize(470);
    }

    @Test
    void groupThatSelectsLittleUsesLittleMemory() {
        long start = log.positionAfter(100).orElseThrow();
        var memory = new FrameMemory(64 << 20);
        FrameCache frames = frames(_ -> false, memory);
        for (int i = 0; i < 10_000; i++) {
            add("pod-" + i, 0);
        }
        assertThat(sent(frames, start, MOST)).isEmpty();
        assertThat(memory.used()).isLessThan(256 << 10);
    }

    @Test
    void closedGroupsLeaveNothingBehind() {
        long start = log.positionAfter(100).orElseThrow();
        var memory = new FrameMemory(64 << 20);
        for (int i = 0; i < 300; i++) {
            add("pod-" + i, 1_000);
        }
        for (int i = 0; i < 10; i++) {
            FrameCache frames = frames(_ -> true, memory);
            assertThat(sent(frames, start, MOST).lines()).hasSize(300);
            assertThat(memory.slabs()).isPositive();
            frames.drop();
            assertThat(memory.used()).isZero();
            assertThat(memory.slabs()).isZero();
        }
    }

    @Test
    void withoutMemoryTheOldestFramesAreDroppedAndEncodedAgainOnDemand() {
        long start = log.positionAfter(100).orElseThrow();
        FrameCache frames = frames(_ -> true, 600 << 10);
        for (int i = 0; i < 200; i++) {
            add("pod-" + i, 5_000);
            assertThat(next(frames, start + i, MOST)).isInstanceOf(Frames.class);
        }
        assertThat(encoded).hasValue(200);
        assertThat(sent(frames, start, MOST).lines()).hasSize(200);
        assertThat(encoded.get()).isGreaterThan(200);
    }

    @Test
    void subscriberThatFellOutOfTheWindowIsLostWithTheCause() {
        long start = log.positionAfter(100).orElseThrow();
        FrameCache frames = frames(_ -> true, 64 << 20);
        add("a", 0);
        log.trim(NOW.plus(Duration.ofHours(1)));
        assertThat(next(frames, start, MOST)).isEqualTo(new Step.Lose(EndReason.TOO_SLOW));
        assertThat(log.lossCause(start)).as("dropped").isEmpty();
        log.reset(500);
        assertThat(log.lossCause(start + 1)).isEqualTo(Optional.of(ChangeLog.Loss.RESET));
        assertThat(next(frames, start + 1, MOST)).isEqualTo(new Step.Lose(EndReason.HISTORY_RESET));
        log.close();
        assertThat(next(frames, start + 2, MOST)).isEqualTo(new Step.Lose(EndReason.KIND_GONE));
        assertThat(log.lossCause(start + 2)).isEqualTo(Optional.of(ChangeLog.Loss.CLOSED));
    }

    @Test
    void narrowedWindowKeepsTheNewestEventsAndWidensAgain() {
        for (int i = 0; i < 100; i++) {
            add("pod-" + i, 0);
        }
        assertThat(log.narrow(0.5, NOW.plus(Duration.ofMinutes(2))))
                .as("all are newer than half the window")
                .isFalse();
        assertThat(log.narrow(1.0 / 16, NOW.plus(Duration.ofMinutes(2)))).isTrue();
        assertThat(log.size()).isZero();
        log.narrow(1, NOW);
        add("later", 0);
        log.trim(NOW.plus(Duration.ofMinutes(4)));
        assertThat(log.size()).isEqualTo(1);
        assertThat(log.window(NOW.plus(Duration.ofMinutes(4)))).isEqualTo(Duration.ofMinutes(4));
    }
}
