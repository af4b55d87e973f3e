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
import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.hub.subscription.ConcurrencyLimit;
import io.livekube.hub.subscription.EndReason;
import io.livekube.hub.subscription.Frames;
import io.livekube.hub.subscription.Step;
import io.livekube.hub.subscription.TestingConnection;
import io.livekube.hub.view.ObjectViews;
import io.livekube.protocol.Part;
import io.netty.channel.DefaultEventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Limits on streams, and slow or stalled readers.
@Timeout(60)
class RowStreamsTest {
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
    private static final StreamQuery QUERY = new StreamQuery(false, List.of(PODS), List.of(), StreamCursor.EMPTY);

    private final TestingHub hub = TestingHub.start();
    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final List<String> closed = new CopyOnWriteArrayList<>();
    private final AtomicLong conflated = new AtomicLong();
    private final RowStreams.Shared shared = shared();
    private final RowStreams streams = new RowStreams(
            shared, new ConcurrencyLimit("streams", 3, 2), hub.hub().subscriptions());

    private Fleet fleet() {
        AgentTokens tokens;
        try {
            tokens = AgentTokens.parse("demo " + TestingHub.token("demo") + "\n", 10);
        } catch (TokenFileException e) {
            throw new IllegalStateException(e);
        }
        return new Fleet(hub.hub().clusters(), () -> tokens);
    }

    private RowStreams.Shared shared() {
        Fleet fleet = fleet();
        var views = new ObjectViews();
        var problems = new ProblemTracker(views);
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
        return new RowStreams.Shared(
                fleet,
                new RowRenderers(views),
                new RowCache(1 << 20),
                new ClusterSummaries(fleet, problems, (id, _) -> Json.object().put("id", id)),
                problems,
                observer,
                InstantSource.system());
    }

    @BeforeEach
    void sync() {
        streams.start();
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
    }

    @AfterEach
    void stop() {
        streams.close();
        hub.close();
        var _ = loop.shutdownGracefully();
    }

    private TestingConnection open() {
        var connection = new TestingConnection(loop);
        open(connection);
        return connection;
    }

    private void open(TestingConnection connection) {
        streams.open(QUERY, "x", "from x", loop, connection);
    }

    private long followers() {
        return hub.hub().clusters().find("demo").orElseThrow().activation().streams();
    }

    private void change(int sequence, String name, long version) {
        assertThat(hub.post("demo", delta(SESSION, sequence, "default", name, version))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void streamsAreLimitedInTotalAndPerReader() {
        assertThat(streams.limit().admit("a")).isEmpty();
        assertThat(streams.limit().admit("a")).isEmpty();
        assertThat(streams.limit().admit("a")).hasValue("you have 2 open streams, which is the limit");
        assertThat(streams.limit().admit("b")).isEmpty();
        assertThat(streams.limit().admit("c")).hasValue("3 streams are open, which is the limit");
        streams.limit().release("a");
        assertThat(streams.limit().admit("c")).isEmpty();
    }

    @Test
    void slotIsReleasedForTheReaderThatAcquiredIt() {
        assertThat(streams.limit().admit("x")).isEmpty();
        assertThat(streams.limit().admit("x")).isEmpty();
        open().close();
        await().until(() -> closed.equals(List.of("reader")));
        assertThat(streams.limit().admit("x")).isEmpty();
        assertThat(streams.limit().admit("x")).isPresent();
    }

    @Test
    void readerThatPausesGetsTheLatestOfEachRowAfterwards() {
        TestingConnection slow = open();
        await().until(() -> slow.text().contains("pod-00000"));
        slow.pause();
        TestingConnection other = open();
        await().until(() -> other.text().contains("pod-00000"));
        int before = slow.written().size();
        for (int i = 1; i <= 20; i++) {
            change(1 + i, "busy", 50_000 + i);
        }
        await().until(() -> other.text().contains("\"version\":\"50020\""));
        assertThat(slow.written())
                .as("nothing is written while the connection is full")
                .hasSize(before);
        other.close();
        await().until(() -> closed.size() == 1);
        conflated.set(0);
        slow.read();
        await().until(() -> slow.written().size() > before);
        List<String> written = slow.written();
        assertThat(written.subList(before, written.size()))
                .singleElement()
                .asString()
                .contains("\"version\":\"50020\"")
                .doesNotContain("\"version\":\"50019\"");
        await().until(() -> conflated.get() == 19);
    }

    @Test
    void stalledReaderIsDisconnectedAndCounted() {
        TestingConnection connection = open();
        await().until(() -> !connection.written().isEmpty());
        connection.stall(Duration.ofMinutes(1));
        await().until(() -> closed.equals(List.of("slow")) && connection.isCut());
        await().until(() -> followers() == 0);
    }

    /// A stream without a subscription, whose passes are run by hand.
    private RowStream alone() {
        return new RowStream(QUERY, "from x", shared, (_, why) -> closed.add(why.label()));
    }

    /// The events of one pass.
    private static List<String> pass(RowStream stream) {
        stream.woken();
        stream.prepare();
        Step step = stream.next(System.nanoTime());
        assertThat(step).isInstanceOf(Frames.class);
        String text = ((Frames) step).bytes().toString(StandardCharsets.UTF_8);
        return List.of(text.split("\n\n"));
    }

    private static StreamCursor cursor(String event) {
        String id = event.lines()
                .filter(line -> line.startsWith("id: "))
                .findFirst()
                .orElseThrow();
        return StreamCursor.decode(id.substring("id: ".length())).orElseThrow();
    }

    @Test
    void readerWithPartOfARelistedStateStartsOver() {
        assertThat(hub.post("demo", full("8f14e45fceea167a-2", 1_200)).statusCode())
                .isEqualTo(200);
        RowStream stream = alone();
        List<String> events = new ArrayList<>(pass(stream));
        while (!events.getLast().contains("\"more\":false")) {
            events.addAll(pass(stream));
        }
        assertThat(cursor(events.getLast()).marks()).as("it has everything").hasSize(1);

        hub.hub().clusters().find("demo").orElseThrow().mirror().remove(Resource.core("v1", "pods"));
        assertThat(hub.post("demo", full("8f14e45fceea167a-3", 1_200)).statusCode())
                .isEqualTo(200);
        String first = pass(stream).getFirst();
        assertThat(first).contains("\"reset\":true").contains("\"more\":true");
        assertThat(cursor(first).marks()).isEmpty();
        stream.closed(EndReason.READER_GONE);
    }

    @Test
    void cursorAfterAListHasTheVersionOfTheListDespiteLaterChanges() {
        assertThat(hub.post("demo", full(SESSION + "2", 3_000)).statusCode()).isEqualTo(200);
        RowStream stream = alone();
        List<String> events = new ArrayList<>(pass(stream));
        assertThat(events.getLast()).as("the list takes several passes").contains("\"more\":true");
        assertThat(hub.post("demo", delta(SESSION + "2", 2, "default", "late", 60_000))
                        .statusCode())
                .isEqualTo(200);
        while (!events.getLast().contains("\"late\"")) {
            events.addAll(pass(stream));
        }
        String last = events.get(events.size() - 2);
        assertThat(last).contains("\"more\":false").contains("\"version\":\"50000\"");
        assertThat(cursor(last).marks().values())
                .as("a reader that resumes from here must get the change")
                .extracting(StreamCursor.Mark::version)
                .containsExactly(50_000L);
        assertThat(cursor(events.getLast()).marks().values())
                .extracting(StreamCursor.Mark::version)
                .containsExactly(60_000L);
        stream.closed(EndReason.READER_GONE);
    }

    @Test
    void readerGoneBeforeTheStreamStartsFollowsNothing() {
        var connection = new TestingConnection(loop);
        connection.close();
        open(connection);
        await().until(() -> closed.equals(List.of("reader")));
        assertThat(connection.written()).isEmpty();
        assertThat(followers()).isZero();
    }

    @Test
    void readerThatLeavesDuringAPassFollowsNothingAfterwards() {
        for (int i = 0; i < 50; i++) {
            open().close(); // while the first pass is running
        }
        await().until(() -> closed.size() == 50);
        assertThat(closed).containsOnly("reader");
        assertThat(followers()).isZero();
    }

    @Test
    void changeReachesAThousandStreams() {
        List<TestingConnection> connections = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            connections.add(open());
        }
        await().until(() -> connections.stream().allMatch(one -> one.text().contains("pod-00002")));
        change(2, "new", 50_010);
        await().until(() -> connections.stream().allMatch(one -> one.text().contains("\"new\"")));
    }

    @Test
    void streamsEndNormallyWhenTheHubStops() {
        TestingConnection connection = open();
        await().until(() -> !connection.written().isEmpty());
        hub.hub().subscriptions().close();
        await().until(() -> connection.written().getLast().equals("end"));
        await().until(() -> closed.equals(List.of("stopped")) && followers() == 0);
    }
}
