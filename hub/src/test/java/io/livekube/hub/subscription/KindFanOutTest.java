package io.livekube.hub.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.store.Change;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.LogEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/// Encoding for the groups of one kind, run by hand.
class KindFanOutTest {
    private static final Resource PODS = Resource.core("v1", "pods");

    private final ChangeLog log = new ChangeLog(32 << 20, Duration.ofMinutes(5));
    private final Queue<Runnable> requested = new ArrayDeque<>();
    private final KindFanOut fanOut = new KindFanOut(log, new FrameMemory(1 << 20), requested::add);
    private long version = 100;

    private void change() {
        version++;
        byte[] json = """
                {"metadata":{"namespace":"default","name":"a","uid":"u","resourceVersion":"%d"}}\
                """.formatted(version).getBytes(StandardCharsets.UTF_8);
        try {
            var object = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS)).decode(json, 0, json.length);
            log.append(List.of(new Change.Added(object)), Map.of(), version, Instant.EPOCH);
        } catch (MalformedObjectException e) {
            throw new IllegalStateException(e);
        }
    }

    /// An encoder that does something while it encodes.
    private record Encoder(Runnable meanwhile) implements EntryEncoder {
        @Override
        public byte[] frame(LogEntry entry) {
            meanwhile.run();
            return new byte[] {'x'};
        }

        @Override
        public byte[] bookmark(long of) {
            return new byte[0];
        }
    }

    @Test
    void aBusyKindOccupiesOneThreadHoweverManyChangesComeMeanwhile() {
        log.reset(version);
        var cursor = new LogCursor(log, log.positionAfter(version).orElseThrow());
        List<FrameCache> frames = new ArrayList<>();
        List<Integer> beside = new ArrayList<>();
        frames.add(fanOut.join(new Encoder(() -> {
            change();
            frames.getFirst().next(cursor, 1_000); // a member asks for more
            beside.add(requested.size());
        })));
        assertThat(frames.getFirst().next(cursor, 1_000)).isEqualTo(Step.WAIT);
        change();
        change();
        assertThat(requested).hasSize(1);
        requested.remove().run();
        assertThat(beside).as("runs requested beside this one").containsExactly(0, 0);
        assertThat(requested).as("the next run, for what came meanwhile").hasSize(1);
    }

    /// A group whose frames end after one change, while no member waits for more.
    private FrameCache oneFrame(LogCursor start) {
        FrameCache frames = fanOut.join(new Encoder(() -> {}));
        assertThat(frames.next(start, 1_000)).isEqualTo(Step.WAIT);
        change();
        requested.remove().run();
        assertThat(frames.next(start, 1_000)).isInstanceOf(Frames.class);
        return frames;
    }

    @Test
    void aMemberThatJoinsAtTheEndDoesNotLeaveThoseBehindItWaiting() {
        log.reset(version);
        var start = new LogCursor(log, log.positionAfter(version).orElseThrow());
        FrameCache frames = oneFrame(start);
        change();
        assertThat(requested).as("nobody waits for the change").isEmpty();
        assertThat(frames.next(start.at(start.position() + 2), 1_000)).isEqualTo(Step.WAIT);

        LogCursor behind = start.at(start.position() + 1);
        assertThat(frames.next(behind, 1_000)).isEqualTo(Step.WAIT);
        assertThat(requested).hasSize(1);
        requested.remove().run();
        assertThat(frames.next(behind, 1_000)).isInstanceOf(Frames.class);
    }

    @Test
    void allMembersAreLostWithTheirKind() {
        log.reset(version);
        var start = new LogCursor(log, log.positionAfter(version).orElseThrow());
        FrameCache frames = oneFrame(start);
        log.close();
        LogCursor end = start.at(start.position() + 1);
        assertThat(frames.next(end, 1_000)).isEqualTo(new Step.Lose(EndReason.KIND_GONE));

        frames.next(end, 1_000); // of another member
        requested.forEach(Runnable::run);
        assertThat(frames.next(end, 1_000)).isEqualTo(new Step.Lose(EndReason.KIND_GONE));
    }
}
