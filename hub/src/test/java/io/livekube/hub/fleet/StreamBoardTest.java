package io.livekube.hub.fleet;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.Resource;
import io.livekube.hub.TestingHub;
import io.livekube.hub.auth.AgentTokens;
import io.livekube.hub.auth.TokenFileException;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.observe.HubObserver;
import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Streams within limits, to readers that read slowly or not at all.
@Timeout(60)
class StreamBoardTest {
    private static final RowQuery PODS = new RowQuery(
            "pods",
            new Part.Kind(Resource.core("v1", "pods"), "Pod", true),
            "",
            "",
            "",
            "",
            List.of(),
            false,
            false,
            false);

    private final TestingHub hub = TestingHub.start();
    private final List<String> closed = new CopyOnWriteArrayList<>();
    private final AtomicLong conflated = new AtomicLong();
    private final StreamBoard board = board(StreamConfig.defaults().withLimits(3, 2));

    /// A reader that takes what it is told to take.
    private static final class TestingOutlet implements Outlet {
        private final List<String> written = new CopyOnWriteArrayList<>();
        private volatile boolean reads = true;
        private volatile int most = Integer.MAX_VALUE;
        private volatile Duration stalled = Duration.ZERO;
        private volatile boolean cut;

        @Override
        public void write(byte[] bytes) {
            written.add(new String(bytes, StandardCharsets.UTF_8));
        }

        @Override
        public boolean room() {
            return reads && written.size() < most;
        }

        @Override
        public Duration stalled() {
            return stalled;
        }

        @Override
        public void end() {
            written.add("end");
        }

        @Override
        public void cut() {
            cut = true;
        }
    }

    private Fleet fleet() {
        AgentTokens tokens;
        try {
            tokens = AgentTokens.parse("demo " + TestingHub.token("demo") + "\n", 10);
        } catch (TokenFileException e) {
            throw new IllegalStateException(e);
        }
        return new Fleet(hub.hub().clusters(), () -> tokens);
    }

    private StreamBoard board(StreamConfig config) {
        Fleet fleet = fleet();
        var problems = new ProblemWatch();
        var observer = new HubObserver() {
            @Override
            public void streamClosed(String reason) {
                closed.add(reason);
            }

            @Override
            public void streamed(long messages, long left) {
                conflated.addAndGet(left);
            }
        };
        return StreamBoard.start(
                config,
                fleet,
                new RowForms(),
                new RowCache(1 << 20),
                new ClusterSummaries(fleet, problems, (id, _) -> Json.object().put("id", id)),
                problems,
                observer,
                InstantSource.system());
    }

    @BeforeEach
    void sync() {
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
    }

    @AfterEach
    void stop() {
        board.close();
        hub.close();
    }

    private StreamBoard.Handle open(TestingOutlet outlet) {
        return board.begin(
                new StreamQuery(false, List.of(PODS), List.of(), StreamCursor.NOWHERE), "x", "from x", outlet);
    }

    @Test
    void thereAreSoManyStreamsInAllAndForEachReader() {
        assertThat(board.admit("a")).isEmpty();
        assertThat(board.admit("a")).isEmpty();
        assertThat(board.admit("a")).hasValue("2 streams of yours are open, and no more are allowed");
        assertThat(board.admit("b")).isEmpty();
        assertThat(board.admit("c")).hasValue("3 streams are open, and no more are allowed");
        board.leave("a");
        assertThat(board.admit("c")).isEmpty();
    }

    @Test
    void aPlaceIsGivenBackUnderTheNameOfWhoTookIt() {
        assertThat(board.admit("x")).isEmpty();
        assertThat(board.admit("x")).isEmpty();
        open(new TestingOutlet()).gone();
        assertThat(board.admit("x")).isEmpty();
        assertThat(board.admit("x")).isPresent();
    }

    @Test
    void aReaderThatDoesNotReadForAWhileHearsTheLatestOfEachWhenItDoes() {
        var outlet = new TestingOutlet();
        StreamBoard.Handle stream = open(outlet);
        await().until(() -> outlet.written.stream().anyMatch(text -> text.contains("pod-00000")));
        outlet.reads = false;
        int before = outlet.written.size();
        for (int i = 1; i <= 20; i++) {
            assertThat(hub.post("demo", delta(SESSION, 1 + i, "default", "busy", 50_000 + i))
                            .statusCode())
                    .isEqualTo(200);
        }
        await().until(() -> conflated.get() == 19);
        assertThat(outlet.written)
                .as("nothing is written while there is no room")
                .hasSize(before);
        outlet.reads = true;
        stream.wake();
        await().until(() -> outlet.written.size() > before);
        List<String> written = List.copyOf(outlet.written);
        assertThat(written.subList(before, written.size()))
                .singleElement()
                .asString()
                .contains("\"version\":\"50020\"");
    }

    @Test
    void aReaderThatNeverReadsIsCutOffAndCounted() {
        var outlet = new TestingOutlet();
        open(outlet);
        await().until(() -> !outlet.written.isEmpty());
        outlet.reads = false;
        outlet.stalled = Duration.ofMinutes(1);
        await().until(() -> closed.equals(List.of("slow")) && outlet.cut);
        await().until(() ->
                hub.hub().clusters().find("demo").orElseThrow().activation().streams() == 0);
    }

    /// A stream that has its passes when somebody says so.
    private LiveStream alone(Outlet outlet) {
        Fleet fleet = fleet();
        return new LiveStream(
                new StreamQuery(false, List.of(PODS), List.of(), StreamCursor.NOWHERE),
                "x",
                outlet,
                new LiveStream.Sharing(
                        fleet,
                        new RowForms(),
                        new RowCache(1 << 20),
                        new ClusterSummaries(
                                fleet,
                                new ProblemWatch(),
                                (id, _) -> Json.object().put("id", id)),
                        new LiveStream.Follows() {
                            @Override
                            public void follow(KindMirror kind, LiveStream by) {}

                            @Override
                            public void unfollow(KindMirror kind, LiveStream by) {}
                        }));
    }

    private static StreamCursor lastCursor(TestingOutlet outlet) {
        String id = outlet.written
                .getLast()
                .lines()
                .filter(line -> line.startsWith("id: "))
                .findFirst()
                .orElseThrow();
        return StreamCursor.decode(id.substring("id: ".length())).orElseThrow();
    }

    @Test
    void whoHasHeardOnlyAPartOfAStateThatBeganAnewKnowsNothing() {
        assertThat(hub.post("demo", full("8f14e45fceea167a-2", 1_200)).statusCode())
                .isEqualTo(200);
        var outlet = new TestingOutlet();
        LiveStream stream = alone(outlet);
        stream.pass(Instant.now(), Duration.ofSeconds(15));
        assertThat(lastCursor(outlet).marks()).as("it has heard everything").hasSize(1);

        hub.hub().clusters().find("demo").orElseThrow().mirror().remove(Resource.core("v1", "pods"));
        assertThat(hub.post("demo", full("8f14e45fceea167a-3", 1_200)).statusCode())
                .isEqualTo(200);
        outlet.most = outlet.written.size() + 1;
        stream.pass(Instant.now(), Duration.ofSeconds(15));
        assertThat(outlet.written.getLast()).contains("\"reset\":true").contains("\"more\":true");
        assertThat(lastCursor(outlet).marks()).isEmpty();
        stream.leave();
    }

    @Test
    void aPassThatComesTooLateOpensNothing() {
        var outlet = new TestingOutlet();
        LiveStream stream = alone(outlet);
        stream.leave();
        stream.pass(Instant.now(), Duration.ofSeconds(15));
        assertThat(outlet.written).isEmpty();
        assertThat(hub.hub().clusters().find("demo").orElseThrow().activation().streams())
                .isZero();
    }

    @Test
    void aThousandStreamsAllHearOfAChange() {
        try (StreamBoard many = board(StreamConfig.defaults())) {
            List<TestingOutlet> outlets = new CopyOnWriteArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                var outlet = new TestingOutlet();
                outlets.add(outlet);
                many.begin(
                        new StreamQuery(false, List.of(PODS), List.of(), StreamCursor.NOWHERE), "x", "from x", outlet);
            }
            await().until(() -> outlets.stream().allMatch(outlet -> outlet.written.size() >= 2));
            assertThat(hub.post("demo", delta(SESSION, 2, "default", "new", 50_010))
                            .statusCode())
                    .isEqualTo(200);
            await().until(() -> outlets.stream()
                    .allMatch(outlet -> outlet.written.stream().anyMatch(text -> text.contains("\"new\""))));
        }
    }
}
