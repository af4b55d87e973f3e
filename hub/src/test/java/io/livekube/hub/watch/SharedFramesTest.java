package io.livekube.hub.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Many watchers, one encoding.
class SharedFramesTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MOST = 64 << 10;

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    private final ChangeLog log = new ChangeLog(new LogConfig(32 << 20, Duration.ofMinutes(5)));
    private final AtomicInteger encoded = new AtomicInteger();
    private long version = 100;

    private final JsonFrames counting = new JsonFrames() {
        @Override
        public byte[] event(WatchEvent event) {
            encoded.incrementAndGet();
            return super.event(event);
        }
    };

    SharedFramesTest() {
        log.beginAnew(version);
    }

    private SharedFrames frames(WatchFilter filter, long budget) {
        return new SharedFrames(log, filter, counting, new FrameBudget(budget));
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

    private static String told(SharedFrames frames, long from, int most) {
        var text = new StringBuilder();
        long position = from;
        while (true) {
            Piece piece = frames.from(position, most).orElseThrow();
            if (piece.next() == position) {
                return text.toString();
            }
            assertThat(piece.bytes().toString(StandardCharsets.UTF_8).lines()).hasSize(piece.events());
            text.append(piece.bytes().toString(StandardCharsets.UTF_8));
            position = piece.next();
        }
    }

    @Test
    void eachEventIsEncodedOnceForAllWhereverTheyStand() {
        long start = log.positionAfter(100).orElseThrow();
        SharedFrames frames = frames(WatchFilter.ALL, 64 << 20);
        for (int i = 0; i < 300; i++) {
            add("pod-" + i, i * 10);
        }
        String all = told(frames, start, MOST);
        assertThat(all.lines()).hasSize(300);
        assertThat(told(frames, start, 1)).as("one by one").isEqualTo(all);
        assertThat(told(frames, start + 290, MOST).lines()).hasSize(10);
        assertThat(encoded).hasValue(300);
    }

    @Test
    void whatIsNotSelectedTakesNoRoomAndNobodysTime() {
        long start = log.positionAfter(100).orElseThrow();
        SharedFrames frames = frames(new WatchFilter("odd", pod -> pod.name().endsWith("1")), 64 << 20);
        for (int i = 0; i < 3_000; i++) {
            add("pod-" + i, 0);
        }
        assertThat(told(frames, start, MOST).lines()).hasSize(300);
        assertThat(encoded).hasValue(300);
    }

    @Test
    void whoComesNewAtTheEndDoesNotMakeTheOthersEncodeForThemselves() {
        long start = log.positionAfter(100).orElseThrow();
        SharedFrames frames = frames(WatchFilter.ALL, 64 << 20);
        for (int i = 0; i < 10; i++) {
            add("pod-" + i, 0);
        }
        assertThat(told(frames, start, MOST).lines()).hasSize(10);
        for (int i = 10; i < 30; i++) {
            add("pod-" + i, 0);
        }
        assertThat(told(frames, start + 30, MOST)).as("nothing is new to it").isEmpty();
        for (int watcher = 0; watcher < 3; watcher++) {
            assertThat(told(frames, start + 10, MOST).lines()).hasSize(20);
        }
        assertThat(encoded).hasValue(30);
        for (int i = 30; i < 500; i++) {
            add("pod-" + i, 0);
        }
        assertThat(told(frames, start + 495, MOST).lines()).as("far ahead").hasSize(5);
        assertThat(encoded).hasValue(35);
        assertThat(told(frames, start + 30, MOST).lines()).hasSize(470);
    }

    @Test
    void whoIsToldLittleTakesLittleRoom() {
        long start = log.positionAfter(100).orElseThrow();
        var budget = new FrameBudget(64 << 20);
        var frames = new SharedFrames(log, new WatchFilter("none", _ -> false), counting, budget);
        for (int i = 0; i < 10_000; i++) {
            add("pod-" + i, 0);
        }
        assertThat(told(frames, start, MOST)).isEmpty();
        assertThat(budget.used()).isLessThan(256 << 10);
    }

    @Test
    void whoComesAndGoesLeavesNothingBehind() {
        long start = log.positionAfter(100).orElseThrow();
        var budget = new FrameBudget(64 << 20);
        for (int i = 0; i < 300; i++) {
            add("pod-" + i, 1_000);
        }
        for (int i = 0; i < 10; i++) {
            var frames = new SharedFrames(log, new WatchFilter("group " + i, _ -> true), counting, budget);
            assertThat(told(frames, start, MOST).lines()).hasSize(300);
            assertThat(budget.pieces()).isPositive();
            frames.forget();
            assertThat(budget.used()).isZero();
            assertThat(budget.pieces()).isZero();
        }
    }

    @Test
    void withoutRoomTheOldestGoFirstAndAreEncodedAgainForWhoNeedsThem() {
        long start = log.positionAfter(100).orElseThrow();
        SharedFrames frames = frames(WatchFilter.ALL, 200 << 10);
        for (int i = 0; i < 200; i++) {
            add("pod-" + i, 5_000);
            assertThat(frames.from(start + i, MOST)).isPresent();
        }
        assertThat(encoded).hasValue(200);
        assertThat(told(frames, start, MOST).lines()).hasSize(200);
        assertThat(encoded.get()).isGreaterThan(200);
    }

    @Test
    void whoFellOutOfTheWindowIsLostAndToldWhy() {
        long start = log.positionAfter(100).orElseThrow();
        SharedFrames frames = frames(WatchFilter.ALL, 64 << 20);
        add("a", 0);
        log.trim(NOW.plus(Duration.ofHours(1)));
        assertThat(frames.from(start, MOST)).as("nobody has asked before").isEmpty();
        assertThat(log.whyLost(start)).as("it was let go").isEmpty();
        log.beginAnew(500);
        assertThat(log.whyLost(start + 1)).isEqualTo(Optional.of(ChangeLog.Break.ANEW));
        assertThat(frames.from(start + 1, MOST)).isEmpty();
        log.close();
        assertThat(log.whyLost(start + 2)).isEqualTo(Optional.of(ChangeLog.Break.CLOSED));
    }

    @Test
    void aNarrowWindowKeepsTheYoungestAndComesBack() {
        for (int i = 0; i < 100; i++) {
            add("pod-" + i, 0);
        }
        assertThat(log.narrow(0.5, NOW.plus(Duration.ofMinutes(2))))
                .as("all are younger than half the window")
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
