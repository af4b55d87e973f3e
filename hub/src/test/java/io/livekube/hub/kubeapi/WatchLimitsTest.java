package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingBatches.pod;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.model.Resource;
import io.livekube.core.store.Draft;
import io.livekube.hub.HubConfig;
import io.livekube.hub.RawConnection;
import io.livekube.hub.TestingHub;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.subscription.MemoryPressureMonitor;
import io.livekube.hub.watch.WatchConfig;
import io.livekube.hub.watch.WatchTimes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Limits on watches, and watches that end early.
@Timeout(60)
class WatchLimitsTest {
    private static final String PODS = "/clusters/demo/api/v1/pods";

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<BufferedReader> open = new ArrayList<>();
    private TestingHub hub = filled(TestingHub.start());

    private static TestingHub filled(TestingHub hub) {
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
        return hub;
    }

    private void restart(UnaryOperator<HubConfig> change) {
        hub.close();
        hub = filled(TestingHub.start(change));
    }

    private void restart(WatchTimes times) {
        hub.close();
        hub = filled(TestingHub.start(times));
    }

    @AfterEach
    void stop() throws IOException {
        for (BufferedReader lines : open) {
            lines.close();
        }
        client.shutdownNow();
        hub.close();
    }

    private HttpResponse<InputStream> watch(String query) throws Exception {
        return client.send(
                hub.request(PODS + "?watch=true&resourceVersion=50000" + query).build(),
                HttpResponse.BodyHandlers.ofInputStream());
    }

    private HttpResponse<InputStream> watchAs(String token) throws Exception {
        return client.send(
                hub.request(PODS + "?watch=true&resourceVersion=50000")
                        .header("Authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
    }

    private BufferedReader lines(HttpResponse<InputStream> response) {
        var lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        open.add(lines);
        return lines;
    }

    private void postBigPods(int count) {
        String big = "\"labels\":{\"padding\":\"" + "x".repeat(400_000) + "\",";
        for (int i = 0; i < count; i++) {
            String batch = delta(SESSION, 2 + i, "default", "big", 50_010 + i).replace("\"labels\":{", big);
            assertThat(hub.post("demo", batch).statusCode()).isEqualTo(200);
        }
    }

    private static void awaitBookmarks(BufferedReader lines, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            assertThat(lines.readLine()).contains("\"type\":\"BOOKMARK\"");
        }
    }

    private String figures() {
        return hub.get("/metrics").body();
    }

    private void assertRefused(HttpResponse<InputStream> response, String why) throws IOException {
        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
        assertThat(lines(response).readLine()).contains("TooManyRequests").contains(why);
    }

    @Test
    void watchesBeyondTheLimitAreRejectedUntilAnotherEnds() throws Exception {
        restart(config -> config.withWatches(new WatchConfig(2, 2)));
        BufferedReader first = lines(watch(""));
        lines(watch(""));
        assertRefused(watch(""), "2 watches are open");
        assertThat(figures())
                .contains("livekube_hub_watches_refused_total 1.0")
                .contains("livekube_hub_watches{cluster=\"demo\"} 2.0");
        first.close();
        await().until(() -> figures().contains("livekube_hub_watches{cluster=\"demo\"} 1.0"));
        assertThat(watch("").statusCode()).isEqualTo(200);
    }

    @Test
    void oneReaderCanNotUseTheSlotsOfAllOthers() throws Exception {
        restart(config -> config.withWatches(new WatchConfig(10, 1)));
        lines(watch(""));
        assertRefused(watch(""), "you have");
        assertRefused(watchAs("made-up-by-the-same-reader"), "you have");
    }

    @Test
    void eachReaderTokenHasItsOwnLimit(@TempDir Path dir) throws Exception {
        hub.close();
        Path readers = Files.writeString(dir.resolve("readers"), "a-reader-of-pods\nanother-reader-of-pods\n");
        hub = TestingHub.start(
                config -> config.withWatches(new WatchConfig(10, 1)).withReaderTokensFile(readers));
        assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
        lines(watchAs("a-reader-of-pods"));
        assertRefused(watchAs("a-reader-of-pods"), "you have");
        assertThat(watchAs("another-reader-of-pods").statusCode()).isEqualTo(200);
    }

    @Test
    void clientThatReconnectsTooLateIsToldToRelist() throws Exception {
        assertThat(hub.post("demo", delta(SESSION, 2, "default", "new", 50_010)).statusCode())
                .isEqualTo(200);
        assertThat(lines(watch("")).readLine()).contains("\"type\":\"ADDED\"").contains("50010");
        hub.putClockForward(Duration.ofMinutes(10));
        hub.hub().clusters().turnOffIdle();
        BufferedReader late = lines(watch(""));
        assertThat(late.readLine())
                .contains("\"type\":\"ERROR\"")
                .contains("\"code\":410")
                .contains("too old resource version: 50000 (50010)");
        assertThat(late.readLine()).isNull();
    }

    @Test
    void readerThatFallsOutOfTheWindowIsDisconnectedAndCounted() throws Exception {
        try (var slow = RawConnection.narrow(hub.port())) {
            slow.send("GET " + PODS + "?watch=true&resourceVersion=50000 HTTP/1.1\r\nHost: hub\r\n\r\n");
            await().until(() -> figures().contains("livekube_hub_watches{cluster=\"demo\"} 1.0"));
            postBigPods(40);
            hub.putClockForward(Duration.ofMinutes(10));
            hub.hub().clusters().turnOffIdle();
            await("it reads again and receives the events").until(() -> {
                slow.discardReceived();
                return figures().contains("livekube_hub_watches_lost_total{reason=\"too-slow\"} 1.0");
            });
        }
    }

    @Test
    void watchesAreRejectedUnderMemoryPressureAndAdmittedAgain() throws Exception {
        AtomicLong percent = new AtomicLong(95);
        var monitor = new MemoryPressureMonitor(
                hub.hub().clusters(),
                hub.hub().subscriptions(),
                hub.hub().watches().limit(),
                () -> percent.get() / 100.0,
                InstantSource.system());
        monitor.run();
        assertRefused(watch(""), "short of memory (95 %");
        percent.set(50);
        monitor.run();
        assertThat(watch("").statusCode()).isEqualTo(200);
    }

    @Test
    void removedKindEndsItsWatchesAsExpired() throws Exception {
        BufferedReader lines = lines(watch(""));
        hub.hub().clusters().find("demo").orElseThrow().mirror().remove(Resource.core("v1", "pods"));
        assertThat(lines.readLine()).contains("\"type\":\"ERROR\"").contains("\"code\":410");
        assertThat(lines.readLine()).isNull();
        await().until(() -> figures().contains("livekube_hub_watches_lost_total{reason=\"kind-gone\"} 1.0"));
    }

    @Test
    void oldEventsAreDroppedEvenWithoutNewOnes() {
        assertThat(hub.post("demo", delta(SESSION, 2, "default", "new", 50_010)).statusCode())
                .isEqualTo(200);
        ChangeLog log = hub.hub()
                .clusters()
                .find("demo")
                .orElseThrow()
                .mirror()
                .kind(Resource.core("v1", "pods"))
                .orElseThrow()
                .log();
        hub.hub().clusters().turnOffIdle();
        assertThat(log.size()).isEqualTo(1);
        hub.putClockForward(Duration.ofMinutes(10));
        hub.hub().clusters().turnOffIdle();
        assertThat(log.size()).isZero();
        assertThat(log.positionAfter(50_010))
                .as("a reader that has received it can continue")
                .isPresent();
    }

    @Test
    void objectThatATableCanNotParseIsSentByNameAndAffectsNoOthers() throws Exception {
        BufferedReader whole = lines(watch(""));
        BufferedReader table = lines(client.send(
                hub.request(PODS + "?watch=true&resourceVersion=50000")
                        .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream()));
        BufferedReader alsoWhole = lines(watch(""));
        // A field name longer than the table encoder's parser allows, but not the API server's.
        byte[] odd = pod("default", "odd", 50_010)
                .replace("\"spec\":{", "\"spec\":{\"" + "x".repeat(60_000) + "\":1,")
                .getBytes(StandardCharsets.UTF_8);
        KindMirror pods = hub.hub()
                .clusters()
                .find("demo")
                .orElseThrow()
                .mirror()
                .kind(Resource.core("v1", "pods"))
                .orElseThrow();
        Draft next = pods.store().snapshot().draft();
        next.put(pods.decode(odd, 0, odd.length));
        pods.publish(next.at(50_010), Map.of(), Instant.now());
        assertThat(whole.readLine()).contains("\"odd\"");
        assertThat(alsoWhole.readLine()).contains("\"odd\"");
        assertThat(table.readLine()).contains("\"type\":\"ADDED\"").contains("\"cells\":[\"odd\",");
        assertThat(hub.post("demo", delta(SESSION, 2, "default", "new", 50_020)).statusCode())
                .isEqualTo(200);
        assertThat(table.readLine()).contains("\"cells\":[\"new\",");
        assertThat(whole.readLine()).contains("\"new\"");
    }

    @Test
    void removedKindIsGarbageCollectedAlthoughItWasWatched() throws Exception {
        BufferedReader lines = lines(watch(""));
        ClusterMirror mirror = hub.hub().clusters().find("demo").orElseThrow().mirror();
        var kind = new WeakReference<>(mirror.kind(Resource.core("v1", "pods")).orElseThrow());
        mirror.remove(Resource.core("v1", "pods"));
        assertThat(lines.readLine()).contains("\"code\":410");
        await().until(() -> {
            System.gc();
            return kind.get() == null;
        });
    }

    @Test
    void removedClusterEndsItsWatchesAsExpired() throws Exception {
        BufferedReader lines = lines(watch(""));
        assertThat(hub.send(hub.request("/api/v1/clusters/demo").DELETE()).statusCode())
                .isBetween(200, 204);
        assertThat(lines.readLine()).contains("\"code\":410");
    }

    @Test
    void noBookmarksAreSentWhileTheClusterIsDisconnected() throws Exception {
        restart(new WatchTimes(Duration.ofMillis(200), Duration.ofSeconds(60)));
        BufferedReader lines = lines(watch("&allowWatchBookmarks=true"));
        assertThat(lines.readLine()).contains("\"type\":\"BOOKMARK\"").contains("\"resourceVersion\":\"50000\"");
        hub.putClockForward(Duration.ofHours(1));
        assertThat(hub.post("other", full(SESSION, 3)).statusCode()).isEqualTo(200);
        BufferedReader other = lines(client.send(
                hub.request("/clusters/other/api/v1/pods?watch=true&resourceVersion=50000&allowWatchBookmarks=true")
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream()));
        awaitBookmarks(other, 5);
        while (lines.ready()) { // lines sent before the hour had passed
            lines.readLine();
        }
        awaitBookmarks(other, 5);
        assertThat(lines.ready())
                .as("silent while the other receives bookmarks")
                .isFalse();
        assertThat(hub.post("demo", delta(SESSION, 2, "default", "new", 50_010)).statusCode())
                .isEqualTo(200);
        assertThat(lines.readLine()).as("the watch is still open").contains("\"type\":\"ADDED\"");
        assertThat(lines.readLine()).contains("\"type\":\"BOOKMARK\"").contains("\"resourceVersion\":\"50010\"");
    }

    @Test
    void stalledReaderIsDisconnectedAndCountedAndOthersContinue() throws Exception {
        restart(new WatchTimes(Duration.ofMinutes(1), Duration.ofSeconds(1)));
        try (var idle = RawConnection.narrow(hub.port())) {
            idle.send("GET " + PODS + "?watch=true&resourceVersion=50000 HTTP/1.1\r\nHost: hub\r\n\r\n");
            await().until(() -> figures().contains("livekube_hub_watches{cluster=\"demo\"} 1.0"));
            postBigPods(40);
            await().until(() -> figures().contains("livekube_hub_watches_lost_total{reason=\"stalled\"} 1.0"));
            assertThat(figures()).contains("livekube_hub_watches{cluster=\"demo\"} 0.0");
            await("the connection is closed although the client has not read")
                    .untilAsserted(
                            () -> assertThatThrownBy(() -> idle.send("x")).isInstanceOf(SocketException.class));
        }
        BufferedReader other = lines(client.send(
                hub.request(PODS + "?watch=true&resourceVersion=50048").build(),
                HttpResponse.BodyHandlers.ofInputStream()));
        assertThat(other.readLine()).contains("\"resourceVersion\":\"50049\"");
    }
}
