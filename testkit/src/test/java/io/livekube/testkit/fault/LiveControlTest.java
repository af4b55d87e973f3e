package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveControlTest {

    private final ArrayBlockingQueue<String> events = new ArrayBlockingQueue<>(10);
    private final ArrayBlockingQueue<String> nodeEvents = new ArrayBlockingQueue<>(10);
    private ScriptedUpstream upstream;
    private FaultProxy proxy;

    @BeforeEach
    void start() throws IOException {
        upstream = new ScriptedUpstream(call -> {
            if (call.head().target().contains("watch=")) {
                call.startWatch();
                while (true) {
                    call.frame((call.head().target().contains("nodes") ? nodeEvents : events).take());
                }
            }
            call.json("{}");
        });
        proxy = FaultProxy.before(upstream.endpoint());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        upstream.close();
    }

    private RawClient watching(String resource) throws IOException {
        var client = new RawClient(proxy);
        client.send("GET", "/api/v1/" + resource + "?watch=1", "").readHead();
        return client;
    }

    private static RawClient.End endOf(RawClient client) throws IOException {
        return client.finish(new io.livekube.testkit.fault.http.HttpResponseHead(
                        200, "", io.livekube.testkit.fault.http.Headers.NONE.with("Transfer-Encoding", "chunked")))
                .end();
    }

    @Test
    void cutAllEndsEveryLiveStream() throws IOException {
        try (var pods = watching("pods");
                var nodes = watching("nodes")) {
            proxy.cutAll();

            assertThat(endOf(pods)).isEqualTo(RawClient.End.CUT);
            assertThat(endOf(nodes)).isEqualTo(RawClient.End.CUT);
            proxy.requests().await(any(), 2, ExchangeOutcome.CUT, ofSeconds(30));
            assertThat(proxy.live(any()).count()).isZero();
        }
    }

    @Test
    void onlyMatchingStreamsAreReset() throws IOException {
        try (var pods = watching("pods");
                var nodes = watching("nodes")) {
            proxy.live(watch("pods")).reset();

            assertThat(endOf(pods)).isEqualTo(RawClient.End.RESET);
            nodeEvents.add("{\"n\":1}");
            assertThat(nodes.readChunkLine()).isEqualTo("{\"n\":1}");
        }
    }

    @Test
    void liveStreamEndsCleanlyOrWithAnErrorEventOnDemand() throws IOException {
        try (var pods = watching("pods");
                var nodes = watching("nodes")) {
            proxy.live(watch("pods")).closeCleanly();
            proxy.live(watch("nodes")).errorEvent(410);

            assertThat(endOf(pods)).isEqualTo(RawClient.End.CLEAN);
            assertThat(nodes.readChunkLine()).contains("\"type\":\"ERROR\"", "\"code\":410");
            assertThat(endOf(nodes)).isEqualTo(RawClient.End.CLEAN);
        }
    }

    @Test
    void liveStreamCanGoHalfOpenOrStall() throws IOException {
        try (var pods = watching("pods");
                var nodes = watching("nodes")) {
            proxy.live(watch("pods")).halfOpen();
            proxy.live(watch("nodes")).stall();
            events.add("{\"n\":1}");
            nodeEvents.add("{\"n\":1}");
            pods.expectSilence();
            nodes.expectSilence();

            assertThat(endOf(pods)).isEqualTo(RawClient.End.SILENT);
            assertThat(endOf(nodes)).isEqualTo(RawClient.End.SILENT);
        }
    }

    @Test
    void stalledStreamsLoseNothingOnceResumed() throws IOException {
        try (var pods = watching("pods");
                var late = new RawClient(proxy)) {
            proxy.stallAll();
            events.add("{\"n\":1}");
            late.expectSilence();
            assertThat(late.send("GET", "/version", "").reply().end()).isEqualTo(RawClient.End.SILENT);

            proxy.resume();
            late.expectMore();

            assertThat(pods.readChunkLine()).isEqualTo("{\"n\":1}");
            assertThat(late.reply().body()).isEqualTo("{}");
        }
    }

    @Test
    void connectionsAreAcceptedAgainOnTheSamePort() throws IOException {
        try (var pods = watching("pods")) {
            proxy.refuseConnections();
            assertThatThrownBy(() -> RawClient.get(proxy, "/version")).isInstanceOf(ConnectException.class);

            events.add("{\"n\":1}");
            assertThat(pods.readChunkLine()).as("an open stream").isEqualTo("{\"n\":1}");

            proxy.acceptConnections();
            assertThat(RawClient.get(proxy, "/version").body()).isEqualTo("{}");
        }
    }

    @Test
    void aPortThatRefusesConnectionsStaysReserved() throws IOException {
        proxy.refuseConnections();
        var port = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), proxy.endpoint().url().getPort());

        try (var other = new Socket()) {
            assertThatThrownBy(() -> other.bind(port)).isInstanceOf(BindException.class);
        }
    }

    @Test
    void blackHoledConnectionsAreAcceptedAndNeverAnswered() throws IOException {
        proxy.blackHoleConnections();

        assertThat(RawClient.getSilence(proxy, "/version").end()).isEqualTo(RawClient.End.SILENT);
        assertThat(proxy.requests().all()).isEmpty();
    }

    @Test
    void healTakesBackRulesStallRefusalAndBlackHole() throws IOException {
        proxy.when(any()).always().then(respond(503));
        proxy.stallAll();
        proxy.blackHoleConnections();
        proxy.refuseConnections();

        proxy.heal();

        assertThat(RawClient.get(proxy, "/version").head().status()).isEqualTo(200);
    }

    @Test
    void rulesAddedWhileAStreamIsLiveMeetOnlyLaterRequests() throws IOException {
        try (var pods = watching("pods")) {
            proxy.when(any()).always().then(respond(503));

            assertThat(RawClient.get(proxy, "/version").head().status()).isEqualTo(503);
            events.add("{\"n\":1}");
            assertThat(pods.readChunkLine()).isEqualTo("{\"n\":1}");
        }
    }

    @Test
    void aTimeoutReportsTheRequestsSeenInstead() throws IOException {
        RawClient.get(proxy, "/version");

        assertThatThrownBy(() -> proxy.requests().await(watch("pods"), 1, java.time.Duration.ZERO))
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("watch pods", "/version");
    }
}
