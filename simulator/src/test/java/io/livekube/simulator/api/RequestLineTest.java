package io.livekube.simulator.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Request lines that no client library would send.
class RequestLineTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @ParameterizedTest
    @CsvSource({
        "GET, /version?a=%zz, 200",
        "GET, /version?%, 200",
        "GET, /version?a=%e, 200",
        "POST, " + MAPS + "?x=%g, 422",
        "GET, " + MAPS + "?labelSelector=%zz&limit=1, 200",
        "GET, /api/%zz, 400",
        "GET, " + MAPS + "/%, 400",
        "GET, " + MAPS + "/a%2Fb, 404",
        "GET, /api/v1//namespaces/default/configmaps, 404",
        "GET, //api/v1/namespaces, 404",
        "GET, /api/v1/namespaces/, 200",
        "GET, /healthz, 200",
        "GET, /healthz/ping, 200",
        "GET, /healthz/foo, 404",
    })
    void everyRequestIsAnswered(String method, String target, int code) throws IOException {
        try (Simulator simulator = Simulator.start(SimulatorConfig.defaults())) {
            assertThat(status(simulator, method, target, Optional.empty())).isEqualTo(code);
        }
    }

    @ParameterizedTest
    @CsvSource({"/api/%zz, 400", "/version?a=%zz, 200", MAPS + "?a=%zz, 401"})
    void everyRequestIsAnsweredByAServerWithAToken(String target, int code) throws IOException {
        try (Simulator guarded = Simulator.start(SimulatorConfig.defaults().withToken("secret"))) {
            assertThat(status(guarded, "GET", target, Optional.empty())).isEqualTo(code);
            assertThat(status(guarded, "GET", target, Optional.of("secret"))).isEqualTo(code == 401 ? 200 : code);
        }
    }

    private static int status(Simulator simulator, String method, String target, Optional<String> token)
            throws IOException {
        try (Socket socket =
                new Socket(simulator.url().getHost(), simulator.url().getPort())) {
            socket.setSoTimeout((int) Duration.ofMinutes(1).toMillis());
            String body = method.equals("POST") ? "{}" : "";
            String request = method + " " + target + " HTTP/1.1\r\nHost: simulator\r\nContent-Length: " + body.length()
                    + token.map(t -> "\r\nAuthorization: Bearer " + t).orElse("") + "\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            byte[] head = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            return Integer.parseInt(new String(head, StandardCharsets.US_ASCII).substring("HTTP/1.1 ".length()));
        }
    }
}
