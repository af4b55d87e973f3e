package io.livekube.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.access.ApiAccess;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RequestBudgetTest {
    private static final long START = -5;

    /// 10 requests per second, 3 at once.
    private final RequestBudget budget = new RequestBudget(10, 3, START);

    @Test
    void burstIsFreeAndTheRestKeepsToTheRate() {
        assertThat(waits(6, START)).containsExactly(0L, 0L, 0L, 100L, 200L, 300L);
    }

    @Test
    void tokensTakenOnCreditArePaidBackFirst() {
        waits(6, START);
        assertThat(waits(1, later(200))).containsExactly(200L);
        assertThat(waits(1, later(400))).containsExactly(100L);
        assertThat(waits(2, later(600))).containsExactly(0L, 100L);
    }

    @Test
    void restForHoweverLongIsWorthOneBurst() {
        waits(6, START);
        assertThat(waits(5, later(3_600_000))).containsExactly(0L, 0L, 0L, 100L, 200L);
    }

    @Test
    void overTimeNoMoreThanTheRateGoesOut() {
        long now = START;
        for (int i = 0; i < 103; i++) {
            now += budget.reserve(now);
        }
        assertThat(Duration.ofNanos(now - START)).isBetween(Duration.ofMillis(9_999), Duration.ofMillis(10_001));
    }

    @Test
    void clientKeepsToItsBudget() throws Exception {
        String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
        // 20 per second, 40 at once
        ClientConfig config = ClientConfig.defaults().withQps(20);
        try (var server = new ScriptedServer(Collections.nCopies(45, answer));
                var client = new ApiClient(ApiAccess.open(URI.create("http://127.0.0.1:" + server.port())), config)) {
            long start = System.nanoTime();
            for (int i = 0; i < 45; i++) {
                try (InputStream body = client.get("/version", "application/json", false)) {
                    assertThat(body.readAllBytes()).hasSize(2);
                }
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(249));
        }
    }

    private static long later(long millis) {
        return START + Duration.ofMillis(millis).toNanos();
    }

    /// How many milliseconds each of so many requests has to wait.
    private List<Long> waits(int requests, long now) {
        return LongStream.range(0, requests)
                .map(_ -> Math.round(budget.reserve(now) / 1e6))
                .boxed()
                .toList();
    }
}
