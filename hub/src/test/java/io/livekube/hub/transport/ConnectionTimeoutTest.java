package io.livekube.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.RawConnection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    /// On HTTP/1.1 the next request may come before the end of a response is reported.
    @Test
    void theEndOfAnEarlierResponseDoesNotCutALongOne() throws Exception {
        Vertx vertx = Vertx.vertx();
        HttpLimits limits = HttpLimits.defaults(1 << 20)
                .withTimes(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofSeconds(30));
        List<HttpServerRequest> requests = new ArrayList<>();
        List<Http1Timeout> timeouts = new ArrayList<>();
        Future<HttpServer> server = vertx.createHttpServer()
                .requestHandler(request -> {
                    requests.add(request);
                    if (timeouts.isEmpty()) {
                        timeouts.add(new Http1Timeout(vertx, limits, request.connection()));
                    }
                    Http1Timeout timeout = timeouts.getFirst();
                    timeout.waitingForBody(request);
                    timeout.answering(request);
                    if (requests.size() == 1) {
                        request.response().end("{\"request\":1}\n");
                    } else {
                        timeout.answered(requests.getFirst());
                        vertx.setTimer(1_000, _ -> request.response().end("{\"request\":2}\n"));
                    }
                })
                .listen(0, "127.0.0.1");
        try (var connection = new RawConnection(
                server.toCompletionStage().toCompletableFuture().get().actualPort())) {
            connection.send("GET / HTTP/1.1\r\nHost: hub\r\n\r\n");
            assertThat(connection.receive()).endsWith("{\"request\":1}\n");
            connection.send("GET / HTTP/1.1\r\nHost: hub\r\n\r\n");
            assertThat(connection.receive()).endsWith("{\"request\":2}\n");
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get();
        }
    }
}
