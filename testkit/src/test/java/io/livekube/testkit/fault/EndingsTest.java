package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.answered;
import static io.livekube.testkit.fault.Faults.bytes;
import static io.livekube.testkit.fault.Faults.closeCleanly;
import static io.livekube.testkit.fault.Faults.cut;
import static io.livekube.testkit.fault.Faults.elapsed;
import static io.livekube.testkit.fault.Faults.events;
import static io.livekube.testkit.fault.Faults.halfOpen;
import static io.livekube.testkit.fault.Faults.head;
import static io.livekube.testkit.fault.Faults.requestBytes;
import static io.livekube.testkit.fault.Faults.reset;
import static io.livekube.testkit.fault.Faults.stall;
import static io.livekube.testkit.fault.Faults.truncatedJson;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EndingsTest {

    private static final String WATCH = "/api/v1/pods?watch=true";
    private static final String LIST = "/api/v1/pods";
    private static final String[] FIVE = {"{\"n\":1}", "{\"n\":2}", "{\"n\":3}", "{\"n\":4}", "{\"n\":5}"};

    @Test
    void cutAfterBytesEndsInsideTheAnnouncedLength() throws IOException {
        try (var upstream = ScriptedUpstream.answering("x".repeat(5000));
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods")).then(cut().after(bytes(1234)));

            var reply = RawClient.get(proxy, LIST);

            assertThat(reply.head().headers().first("Content-Length")).contains("5000");
            assertThat(reply.body()).hasSize(1234);
            assertThat(reply.end()).isEqualTo(RawClient.End.CUT);
            proxy.requests()
                    .await(any(), 1, s -> s.outcome() == ExchangeOutcome.CUT && s.bytes() == 1234, ofSeconds(30));
        }
    }

    @Test
    void cutAfterEventsIsExactlyAtAFrameBoundary() throws IOException, InterruptedException {
        try (var upstream = ScriptedUpstream.watching(FIVE);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(cut().after(events(3)));

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.body()).isEqualTo("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n");
            assertThat(reply.end()).isEqualTo(RawClient.End.CUT);
            assertThat(upstream.sawDrop()).isTrue();
        }
    }

    @Test
    void cutInTheMiddleOfAFrameLeavesHalfOfIt() throws IOException {
        try (var upstream = ScriptedUpstream.watching(FIVE);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(cut().after(events(1).andHalf()));

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.body()).isEqualTo("{\"n\":1}\n{\"n\"");
            assertThat(reply.end()).isEqualTo(RawClient.End.CUT);
        }
    }

    @Test
    void resetArrivesAsResetNotAsEnd() throws IOException {
        try (var upstream = ScriptedUpstream.watching(FIVE);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).times(2).then(reset().after(bytes(10)));

            assertThat(RawClient.get(proxy, WATCH).end()).isEqualTo(RawClient.End.RESET);
            assertThat(RawClient.get(proxy, WATCH).end()).isEqualTo(RawClient.End.RESET);
            assertThat(RawClient.getUntilSilent(proxy, WATCH, 5).lines()).isEqualTo(5);
        }
    }

    @Test
    void cutOnArrivalNeverReachesTheUpstream() throws IOException {
        try (var upstream = new ScriptedUpstream(_ -> {
                    throw new AssertionError("reached");
                });
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).always().then(cut());

            var reply = RawClient.get(proxy, LIST);

            assertThat(reply.head().status()).isZero();
            assertThat(reply.end()).isEqualTo(RawClient.End.CUT);
        }
    }

    @Test
    void cutOnceAnsweredLetsTheUpstreamDoTheWork() throws Exception {
        var received = new CompletableFuture<String>();
        try (var upstream = new ScriptedUpstream(call -> {
                    received.complete(new String(call.body(), java.nio.charset.StandardCharsets.UTF_8));
                    call.json("{}");
                });
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            proxy.when(RequestMatcher.method("POST")).then(cut().after(answered()));

            var reply = client.send("POST", "/sync", "batch").reply();

            assertThat(reply.head().status()).isZero();
            assertThat(reply.end()).isEqualTo(RawClient.End.CUT);
            assertThat(received.get(30, TimeUnit.SECONDS)).isEqualTo("batch");
        }
    }

    @Test
    void cutWithinTheRequestBodyIsSeenByBothSides() throws Exception {
        var received = new CompletableFuture<String>();
        try (var upstream = new ScriptedUpstream(call -> {
                    received.complete(new String(call.in().readNBytes(3), java.nio.charset.StandardCharsets.UTF_8));
                    call.hold();
                });
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            proxy.when(any()).then(cut().after(requestBytes(3)));

            var reply = client.send("POST", "/sync", "batch").reply();

            assertThat(reply.end()).isEqualTo(RawClient.End.CUT);
            assertThat(received.get(30, TimeUnit.SECONDS)).isEqualTo("bat");
            assertThat(upstream.sawDrop()).isTrue();
        }
    }

    @Test
    void halfOpenDropsTheUpstreamWithoutNotifyingTheClient() throws IOException, InterruptedException {
        try (var upstream = ScriptedUpstream.watching(FIVE);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(halfOpen().after(events(2)));

            var reply = RawClient.getUntilSilent(proxy, WATCH, 2);

            assertThat(reply.lines()).isEqualTo(2);
            assertThat(reply.end()).isEqualTo(RawClient.End.SILENT);
            assertThat(upstream.sawDrop()).isTrue();
            proxy.requests().await(any(), 1, ExchangeOutcome.HALF_OPEN, ofSeconds(30));
        }
    }

    @Test
    void stalledWatchSendsItsHeadersAndThenNothing() throws IOException {
        try (var upstream = ScriptedUpstream.watching(FIVE);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(stall());

            var reply = RawClient.getUntilSilent(proxy, WATCH, 0);

            assertThat(reply.head().status()).isEqualTo(200);
            assertThat(reply.body()).isEmpty();
            assertThat(reply.end()).isEqualTo(RawClient.End.SILENT);
        }
    }

    @Test
    void cleanEarlyCloseIsAWholeResponseAndKeepsTheConnection() throws IOException {
        try (var upstream = ScriptedUpstream.watching(FIVE);
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            proxy.when(watch("pods")).then(closeCleanly());
            proxy.when(watch("pods")).then(closeCleanly().after(events(2)));

            var atOnce = client.send("GET", WATCH, "").reply();
            var afterTwo = client.send("GET", WATCH, "").reply();

            assertThat(atOnce.body()).isEmpty();
            assertThat(atOnce.end()).isEqualTo(RawClient.End.CLEAN);
            assertThat(afterTwo.lines()).isEqualTo(2);
            assertThat(afterTwo.end()).isEqualTo(RawClient.End.CLEAN);
            assertThat(proxy.requests().all())
                    .extracting(s -> s.request().connection())
                    .containsExactly(1, 1);
        }
    }

    @Test
    void truncatedJsonEndsMidObjectWithCorrectFraming() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{\"kind\":\"PodList\",\"items\":[]}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(list("pods")).then(truncatedJson(bytes(12)));

            var reply = RawClient.get(proxy, LIST);

            assertThat(reply.body()).isEqualTo("{\"kind\":\"Pod");
            assertThat(reply.end()).isEqualTo(RawClient.End.CLEAN);
        }
    }

    @Test
    void truncatedFrameEndsMidObjectWithCorrectFraming() throws IOException {
        try (var upstream = ScriptedUpstream.watching(FIVE);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(truncatedJson(events(1).andHalf()));

            var reply = RawClient.get(proxy, WATCH);

            assertThat(reply.body()).isEqualTo("{\"n\":1}\n{\"n\"");
            assertThat(reply.end()).isEqualTo(RawClient.End.CLEAN);
        }
    }

    @Test
    void elapsedTimeEndsAnIdleStream() throws IOException {
        try (var upstream = ScriptedUpstream.watching("{\"n\":1}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(reset().after(elapsed(ofMillis(50))));

            assertThat(RawClient.get(proxy, WATCH).end()).isEqualTo(RawClient.End.RESET);
        }
    }

    @Test
    void firstOfTwoEndsReachedApplies() throws IOException {
        try (var upstream = ScriptedUpstream.watching(FIVE);
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(watch("pods")).then(reset().after(events(4)).and(cut().after(events(2))));

            assertThat(RawClient.get(proxy, WATCH).lines()).isEqualTo(2);
            proxy.requests().await(watch("pods"), 1, ExchangeOutcome.CUT, ofSeconds(30));
        }
    }

    @Test
    void cleanEndBeforeTheHeadersIsRejectedWhenScripted() {
        assertThatThrownBy(() -> closeCleanly().after(answered())).hasMessageContaining("before its head");
        assertThat(closeCleanly().after(head()).ending()).isEqualTo(Ending.CLOSE_CLEANLY);
    }
}
