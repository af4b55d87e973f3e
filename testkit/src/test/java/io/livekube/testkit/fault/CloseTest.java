package io.livekube.testkit.fault;

import static io.livekube.testkit.fault.Faults.elapsed;
import static io.livekube.testkit.fault.Faults.halfOpen;
import static io.livekube.testkit.fault.Faults.latency;
import static io.livekube.testkit.fault.Faults.reset;
import static io.livekube.testkit.fault.Faults.stall;
import static io.livekube.testkit.fault.RequestMatcher.any;
import static io.livekube.testkit.fault.RequestMatcher.path;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class CloseTest {

    @Test
    void closeEndsEveryConnectionWhateverStateItIsIn() throws IOException, InterruptedException {
        List<RawClient> clients = new ArrayList<>();
        try (var upstream = ScriptedUpstream.watching("{\"n\":1}")) {
            var proxy = FaultProxy.before(upstream.endpoint());
            proxy.when(path("/late")).then(latency(ofMinutes(1)));
            proxy.when(path("/half")).then(halfOpen());
            proxy.when(path("/stalled")).then(stall());
            proxy.when(path("/timed")).then(reset().after(elapsed(ofMinutes(1))));
            for (String target : List.of("/late", "/half", "/stalled", "/timed", "/live")) {
                clients.add(new RawClient(proxy).send("GET", target, ""));
            }
            clients.add(new RawClient(proxy));
            proxy.requests().await(any(), 5, ofSeconds(30));
            proxy.requests().await(path("/live"), 1, s -> s.bytes() > 0, ofSeconds(30));
            proxy.requests().await(path("/timed"), 1, s -> s.bytes() > 0, ofSeconds(30));
            proxy.blackHoleConnections();
            clients.add(new RawClient(proxy));
            Awaitility.await().atMost(ofSeconds(30)).until(() -> proxy.connections() == 7);

            proxy.close(); // throws if a thread outlives it

            assertThat(proxy.connections()).isZero();
            for (RawClient client : clients) {
                assertThat(client.reply().end()).isNotEqualTo(RawClient.End.SILENT);
            }
            assertThat(upstream.sawDrop()).isTrue();
            assertThat(proxy.requests().matching(path("/live")).getFirst().outcome())
                    .isEqualTo(ExchangeOutcome.PROXY_CLOSED);
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void finishedConnectionsAreForgotten() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}");
                var proxy = FaultProxy.before(upstream.endpoint())) {
            proxy.when(any()).times(3).then(halfOpen());
            for (int i = 0; i < 3; i++) {
                RawClient.getSilence(proxy, "/version");
                proxy.requests().await(any(), i + 1, ExchangeOutcome.HALF_OPEN, ofSeconds(30));
            }
            RawClient.get(proxy, "/version");

            Awaitility.await().atMost(ofSeconds(30)).until(() -> proxy.connections() == 0);
            assertThat(proxy.live(any()).count()).isZero();
        }
    }

    @Test
    void closedProxyRefusesConnections() throws IOException {
        try (var upstream = ScriptedUpstream.answering("{}")) {
            var proxy = FaultProxy.before(upstream.endpoint());
            proxy.close();
            proxy.close();

            org.assertj.core.api.Assertions.assertThatThrownBy(() -> RawClient.get(proxy, "/"))
                    .isInstanceOf(java.net.ConnectException.class);
        }
    }
}
