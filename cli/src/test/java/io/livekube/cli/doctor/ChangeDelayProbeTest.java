package io.livekube.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.livekube.core.access.ApiAccess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The delay of watch events, from a server with scripted responses.
@Timeout(120)
class ChangeDelayProbeTest {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private interface Sending {
        void send(OutputStream to) throws IOException;
    }

    private ChangeDelay measure(int status, Sending watch) throws InterruptedException {
        server.createContext("/apis/coordination.k8s.io/v1/leases", exchange -> {
            exchange.sendResponseHeaders(status, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                if (exchange.getRequestURI().getQuery().contains("resourceVersion=17")) {
                    watch.send(body);
                } else {
                    body.write("{\"metadata\": {\"resourceVersion\": \"17\"}}".getBytes(UTF_8));
                }
            }
        });
        var access = ApiAccess.open(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
        try (var client = new ProbeClient(access, LONG_ENOUGH)) {
            return new ChangeDelayProbe(client, LONG_ENOUGH).measure();
        }
    }

    private static byte[] event(String type, String renewTime) {
        return "{\"type\": \"%s\", \"object\": {\"spec\": {\"renewTime\": \"%s\"}}}\n"
                .formatted(type, renewTime)
                .getBytes(UTF_8);
    }

    private static String ago(Duration time) {
        return Instant.now().minus(time).truncatedTo(ChronoUnit.MICROS).toString();
    }

    @Test
    void onlyRenewalsCountAndTwentyOfThemAreEnough() throws InterruptedException {
        ChangeDelay measured = measure(200, watch -> {
            watch.write(event("ADDED", ago(Duration.ofHours(1))));
            watch.write(event("MODIFIED", "yesterday"));
            watch.write(event("MODIFIED", ""));
            for (int i = 0; i < 25; i++) {
                watch.write(event("MODIFIED", ago(Duration.ofMillis(300))));
            }
        });

        assertThat(measured).isInstanceOfSatisfying(ChangeDelay.Seen.class, seen -> {
            assertThat(seen.delays()).hasSize(20);
            assertThat(seen.delays().getFirst()).isGreaterThanOrEqualTo(Duration.ofMillis(299));
            assertThat(seen.longest()).isLessThan(LONG_ENOUGH);
        });
    }

    @Test
    void whereNothingIsRenewedOrNothingMayBeReadNothingIsClaimed() throws InterruptedException {
        assertThat(measure(200, watch -> watch.write(event("ADDED", ago(Duration.ZERO)))))
                .isEqualTo(new ChangeDelay.Quiet(Duration.ofSeconds(6)));
        server.removeContext("/apis/coordination.k8s.io/v1/leases");
        assertThat(measure(403, _ -> {})).isEqualTo(new ChangeDelay.Unknown("reading leases is not allowed"));
        server.removeContext("/apis/coordination.k8s.io/v1/leases");
        assertThat(measure(404, _ -> {})).isEqualTo(new ChangeDelay.Unknown("leases are not served here"));
    }
}
