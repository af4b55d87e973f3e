package io.livekube.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.RawConnection;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Timeouts of connections whose requests are answered on other threads.
@Timeout(60)
class ConnectionTimeoutTest {
    private static final byte[] BODY = "{}\n".getBytes(StandardCharsets.US_ASCII);

    @Test
    void responsesFromRequestThreadsLeaveTimeoutsToTheEventLoop() throws Exception {
        Route route = new Route(
                "",
                ErrorFormat.PLAIN,
                _ -> new RequestHandling.Answer(exchange -> exchange.send(200, ResponseHead.JSON, BODY)));
        try (HttpListener listener = HttpListener.listen(
                        new HttpConfig("127.0.0.1", 0, Optional.empty()),
                        HttpLimits.defaults(1 << 20),
                        _ -> route,
                        ErrorFormat.PLAIN,
                        _ -> {});
                var connection = new RawConnection(listener.port())) {
            for (int i = 0; i < 3; i++) {
                connection.send("GET / HTTP/1.1\r\nHost: hub\r\n\r\n");
                assertThat(connection.receive()).startsWith("HTTP/1.1 200").endsWith("{}\n");
            }
        }
    }
}
