package io.livekube.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.RawConnection;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Connections of subscriptions whose response can't begin.
@Timeout(60)
class SubscriberConnectionTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSubscriptionHearsThatItsResponseCannotBegin(boolean watch) throws Exception {
        var gone = new CountDownLatch(1);
        Route route = new Route(
                "",
                ErrorFormat.PLAIN,
                _ -> new RequestHandling.Answer(exchange -> {
                    exchange.begin(200, ResponseHead.JSON); // a second head is refused
                    if (watch) {
                        exchange.watch(200, ResponseHead.JSON, (_, to) -> to.listen(() -> {}, gone::countDown));
                    } else {
                        exchange.subscribe(
                                200, ResponseHead.JSON, 1_000, (_, to) -> to.listen(() -> {}, gone::countDown));
                    }
                }));
        try (HttpListener listener = HttpListener.listen(
                        new HttpConfig("127.0.0.1", 0, Optional.empty()),
                        HttpLimits.defaults(1 << 20),
                        _ -> route,
                        ErrorFormat.PLAIN,
                        _ -> {});
                var connection = new RawConnection(listener.port())) {
            connection.send("GET / HTTP/1.1\r\nHost: hub\r\n\r\n");
            assertThat(gone.await(40, TimeUnit.SECONDS)).isTrue();
        }
    }
}
