package io.livekube.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.hub.RawConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Requests that a receiver takes over, and answers without waiting for the socket.
@Timeout(60)
class HandOverTest {
    private static final String REQUEST = "POST / HTTP/1.1\r\nHost: hub\r\nContent-Length: 1\r\n\r\nx";

    @Test
    void receiverAnswersOnThreadOfItsOwn() throws Exception {
        RequestHandling.Receiver receiver = (_, body, responder) -> Thread.ofVirtual()
                .start(() -> responder.accept(to -> to.send(
                        200,
                        ResponseHead.JSON,
                        "{\"bytes\":%d}\n".formatted(body.length).getBytes(StandardCharsets.US_ASCII))));
        try (HttpListener listener = listen(HttpLimits.defaults(1 << 20), receiver);
                var connection = new RawConnection(listener.port())) {
            for (int i = 0; i < 3; i++) {
                assertThat(connection.send(REQUEST).receive())
                        .startsWith("HTTP/1.1 200")
                        .endsWith("{\"bytes\":1}\n");
            }
        }
    }

    @Test
    void rejectionByReceiverIsSent() throws Exception {
        RequestHandling.Receiver receiver = (_, _, _) -> {
            throw HttpProblem.of(409, "No room.");
        };
        try (HttpListener listener = listen(HttpLimits.defaults(1 << 20), receiver);
                var connection = new RawConnection(listener.port())) {
            assertThat(connection.send(REQUEST).receive())
                    .startsWith("HTTP/1.1 409")
                    .contains("No room.");
        }
    }

    @Test
    void clientThatReadsNoResponsesIsDisconnected() throws Exception {
        byte[] large = new byte[1 << 20];
        Duration soon = Duration.ofSeconds(2); // for the case that its requests are no longer read either
        HttpLimits limits = HttpLimits.defaults(1 << 20).withTimes(soon, soon, soon);
        try (HttpListener listener = listen(
                        limits, (_, _, responder) -> responder.accept(to -> to.send(200, ResponseHead.JSON, large)));
                var connection = RawConnection.narrow(listener.port())) {
            assertThatThrownBy(() -> {
                        while (true) {
                            connection.send(REQUEST);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    private static HttpListener listen(HttpLimits limits, RequestHandling.Receiver receiver) {
        Route route = new Route(
                "", ErrorFormat.PLAIN, _ -> new RequestHandling.HandOver(new BodyLimit("a test", 10), receiver));
        return HttpListener.listen(
                new HttpConfig("127.0.0.1", 0, Optional.empty()), limits, _ -> route, ErrorFormat.PLAIN, _ -> {});
    }
}
