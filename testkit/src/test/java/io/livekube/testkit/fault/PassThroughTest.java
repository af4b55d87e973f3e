package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.path;
import static io.livekube.testkit.fault.RequestMatcher.watch;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.testkit.ApiEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PassThroughTest {

    @Test
    void requestBodiesArriveByteForByteInBothFramings() throws Exception {
        byte[] body = new byte[200_000];
        new Random(1).nextBytes(body);
        var received = new ArrayBlockingQueue<byte[]>(2);
        var encodings = new ArrayBlockingQueue<Optional<String>>(2);
        try (var upstream = new ScriptedUpstream(call -> {
                    encodings.add(call.head().headers().first("Content-Encoding"));
                    received.add(call.body());
                    call.json("{}");
                });
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = proxy.endpoint().newHttpClient()) {
            var withLength = proxy.endpoint()
                    .request("/sync")
                    .header("Content-Encoding", "zstd")
                    .POST(BodyPublishers.ofByteArray(body));
            var chunked = proxy.endpoint()
                    .request("/sync")
                    .header("Content-Encoding", "zstd")
                    .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)));

            assertThat(client.send(withLength.build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(client.send(chunked.build(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);

            assertThat(received).containsExactly(body, body);
            assertThat(encodings).containsExactly(Optional.of("zstd"), Optional.of("zstd"));
        }
    }

    @Test
    void cleanRequestsShareOneClientConnection() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.send("GET", "/version", "").reply().body()).isEqualTo("{}");
            }

            assertThat(proxy.requests().all())
                    .extracting(s -> s.request().connection())
                    .containsExactly(1, 1, 1);
            proxy.requests().await(any(), 3, ExchangeOutcome.COMPLETE, ofSeconds(30));
        }
    }

    @Test
    void watchEventsArriveWhileTheStreamIsOpen() throws Exception {
        var events = new ArrayBlockingQueue<String>(10);
        try (var upstream = new ScriptedUpstream(call -> {
                    call.startWatch();
                    while (true) {
                        call.frame(events.take());
                    }
                });
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            client.send("GET", "/api/v1/pods?watch=1", "").readHead();

            events.add("{\"n\":1}");
            assertThat(client.readChunkLine()).isEqualTo("{\"n\":1}");
            events.add("{\"n\":2}");
            assertThat(client.readChunkLine()).isEqualTo("{\"n\":2}");
            proxy.requests().await(watch("pods"), 1, s -> s.frames() == 2, ofSeconds(30));
        }
    }

    @Test
    void clientThatLeavesAnIdleWatchFreesTheUpstream() throws Exception {
        try (var upstream = ScriptedUpstream.watching();
                var proxy = FaultProxy.before(upstream.endpoint())) {
            try (var client = new RawClient(proxy)) {
                client.send("GET", "/api/v1/pods?watch=1", "").readHead();
            }

            assertThat(upstream.sawDrop()).isTrue();
            proxy.requests().await(any(), 1, ExchangeOutcome.CLIENT_GONE, ofSeconds(30));
        }
    }

    @Test
    void anUnreachableUpstreamIsABadGatewayWithAnExplanation() throws IOException {
        try (var bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // bound, but not listening
            int closedPort = bound.getLocalPort();
            var proxy = FaultProxy.before(ApiEndpoint.plain(URI.create("http://127.0.0.1:" + closedPort)));
            try (proxy) {
                var reply = RawClient.get(proxy, "/version");

                assertThat(reply.head().status()).isEqualTo(502);
                assertThat(reply.body()).contains("\"kind\":\"Status\"", "cannot reach", "" + closedPort);
                var seen = proxy.requests()
                        .await(any(), 1, ExchangeOutcome.UPSTREAM_UNREACHABLE, ofSeconds(30))
                        .getFirst();
                assertThat(seen.error()).hasValueSatisfying(e -> assertThat(e).contains("refused"));
            }
        }
    }

    @Test
    void upstreamThatBreaksOffBeforeItsHeadIsABadGateway() throws IOException {
        try (var upstream = new ScriptedUpstream(call -> call.raw("HTTP/1.1 2"));
                var proxy = FaultProxy.before(upstream.endpoint())) {
            assertThat(RawClient.get(proxy, "/version").head().status()).isEqualTo(502);
            proxy.requests().await(any(), 1, ExchangeOutcome.UPSTREAM_FAILED, ofSeconds(30));
        }
    }

    @Test
    void upstreamThatBreaksOffInItsBodyIsAResetNotAnEnd() throws IOException {
        try (var upstream = new ScriptedUpstream(call -> call.raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"));
                var proxy = FaultProxy.before(upstream.endpoint())) {
            assertThat(RawClient.get(proxy, "/version").end()).isEqualTo(RawClient.End.RESET);
            var seen = proxy.requests()
                    .await(any(), 1, ExchangeOutcome.UPSTREAM_FAILED, ofSeconds(30))
                    .getFirst();
            assertThat(seen.error()).hasValueSatisfying(e -> assertThat(e).contains("6 bytes short"));
        }
    }

    @Test
    void answerBeforeTheBodyIsReadReachesTheClient() throws IOException {
        try (var upstream = new ScriptedUpstream(call -> {
                    call.raw("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
                    call.hold();
                });
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            client.raw("POST /sync HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nfirst bytes");

            assertThat(client.reply().head().status()).isEqualTo(413);
        }
    }

    @Test
    void bodyThatEndsWithTheConnectionIsPassedOnChunked() throws IOException {
        try (var upstream = new ScriptedUpstream(call -> call.raw("HTTP/1.1 200 OK\r\n\r\nold style"));
                var proxy = FaultProxy.before(upstream.endpoint())) {
            var reply = RawClient.get(proxy, "/logs");

            assertThat(reply.body()).isEqualTo("old style");
            assertThat(reply.end()).isEqualTo(RawClient.End.CLEAN);
        }
    }

    @Test
    void headOfAHeadRequestKeepsItsLengthAndHasNoBody() throws IOException {
        try (var upstream = new ScriptedUpstream(call -> call.raw("HTTP/1.1 200 OK\r\nContent-Length: 77\r\n\r\n"));
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            var head = client.send("HEAD", "/version", "").readHead();

            assertThat(head.headers().first("Content-Length")).contains("77");
            client.expectSilence();
            assertThat(client.reply().end()).isEqualTo(RawClient.End.SILENT);
        }
    }

    @Test
    void switchedProtocolIsTunnelledBothWays() throws IOException {
        try (var upstream = new ScriptedUpstream(call -> {
                    call.raw("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n");
                    call.raw(new String(call.in().readNBytes(4), UTF_8).toUpperCase(java.util.Locale.ROOT));
                    call.hold();
                });
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            client.send("GET", "/exec", "", "Connection: Upgrade", "Upgrade: echo")
                    .readHead();
            client.raw("ping");

            assertThat(new String(client.in().readNBytes(4), UTF_8)).isEqualTo("PING");
        }
    }

    @Test
    void aRequestThatIsNotHttpGetsBadRequest() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = new RawClient(proxy)) {
            assertThat(client.raw("\u0016\u0003\u0001 hello\r\n\r\n")
                            .reply()
                            .head()
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void theLogHasMethodPathQueryHeadersAndTime() throws IOException, InterruptedException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            var before = java.time.Instant.now().minusSeconds(60); // the wall clock may step back
            RawClient.get(proxy, "/api/v1/namespaces/a/pods?labelSelector=x%3Dy&limit=5", "X-Who: me");

            var request =
                    proxy.requests().await(any(), 1, ofSeconds(30)).getFirst().request();

            assertThat(request.method()).isEqualTo("GET");
            assertThat(request.path()).isEqualTo("/api/v1/namespaces/a/pods");
            assertThat(request.query("labelSelector")).contains("x=y");
            assertThat(request.header("x-who")).contains("me");
            assertThat(request.resource()).contains(new KubernetesPath("", "a", "pods", "", ""));
            assertThat(request.at()).isAfterOrEqualTo(before);
        }
    }

    @Test
    void longPollIsHeldForAsLongAsTheUpstreamHoldsIt() throws Exception {
        var answers = new ArrayBlockingQueue<String>(1);
        try (var upstream = new ScriptedUpstream(call -> call.json(answers.take()));
                var proxy = FaultProxy.before(upstream.endpoint());
                var client = proxy.endpoint().newHttpClient()) {
            var poll = client.sendAsync(proxy.endpoint().request("/poll").build(), BodyHandlers.ofString());
            proxy.requests().await(path("/poll"), 1, ExchangeOutcome.IN_FLIGHT, ofSeconds(30));
            assertThat(poll).isNotDone();

            answers.add("{\"now\":true}");

            assertThat(poll.get(30, TimeUnit.SECONDS).body()).isEqualTo("{\"now\":true}");
        }
    }
}
