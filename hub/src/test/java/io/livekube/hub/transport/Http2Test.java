package io.livekube.hub.transport;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingCertificate;
import io.livekube.hub.TestingHub;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// HTTP/2, which is offered to clients over TLS: many requests on one connection, and a limit on everything
/// that a client could overuse.
@Timeout(60)
class Http2Test {
    private static final String PODS = "/clusters/demo/api/v1/pods";
    private static final String REVIEWS = "/clusters/demo/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final int MANY = 2_000;
    /// Long enough for a handshake and a batch on a busy machine.
    private static final Duration SHORT = Duration.ofSeconds(8);
    private static final int MUCH = 1 << 30;

    @TempDir
    private Path dir = Path.of("");

    private @Nullable TestingHub started;
    private @Nullable TestingCertificate certificate;

    private TestingHub start(UnaryOperator<HttpLimits> limits) throws Exception {
        TestingCertificate made = TestingCertificate.in(dir);
        TestingHub hub = TestingHub.start(
                config -> config.withHttp(new HttpConfig("127.0.0.1", 0, Optional.of(made.files()))), limits);
        certificate = made;
        started = hub;
        try (HttpClient agent = client(HttpClient.Version.HTTP_1_1)) {
            HttpResponse<String> answer = agent.send(
                    hub.batch("demo", full(SESSION, MANY).getBytes(StandardCharsets.UTF_8))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
        return hub;
    }

    @AfterEach
    void stop() {
        if (started != null) {
            started.close();
        }
    }

    private HttpClient client(HttpClient.Version version) {
        return HttpClient.newBuilder()
                .sslContext(Objects.requireNonNull(certificate).trusting())
                .version(version)
                .build();
    }

    private RawHttp2 raw(TestingHub hub) throws Exception {
        return new RawHttp2(Objects.requireNonNull(certificate).trusting(), hub.port());
    }

    private void assertServes(TestingHub hub) throws Exception {
        try (HttpClient other = client(HttpClient.Version.HTTP_2)) {
            assertThat(other.send(hub.request("/healthz").build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void tlsClientsChooseTheProtocol() throws Exception {
        TestingHub hub = start(limits -> limits);
        for (HttpClient.Version version : HttpClient.Version.values()) {
            if (version != HttpClient.Version.HTTP_2 && version != HttpClient.Version.HTTP_1_1) {
                continue;
            }
            try (HttpClient client = client(version)) {
                HttpResponse<String> list = client.send(hub.request(PODS).build(), BodyHandlers.ofString());
                assertThat(list.version()).isEqualTo(version);
                assertThat(list.statusCode()).isEqualTo(200);
                HttpResponse<String> write = client.send(
                        hub.request(PODS).POST(BodyPublishers.ofString("{}")).build(), BodyHandlers.ofString());
                assertThat(write.statusCode()).isEqualTo(405);
            }
        }
    }

    @Test
    void watchesAndListsShareOneConnection() throws Exception {
        TestingHub hub = start(limits -> limits.withConnections(2));
        try (HttpClient client = client(HttpClient.Version.HTTP_2)) {
            List<BufferedReader> watches = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                var events = client.send(
                        hub.request(PODS + "?watch=true&resourceVersion=%d".formatted(version(client, hub)))
                                .build(),
                        BodyHandlers.ofInputStream());
                watches.add(new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8)));
            }
            byte[] change = delta(SESSION, 2, "default", "new", 1_000_000).getBytes(StandardCharsets.UTF_8);
            assertThat(client.send(hub.batch("demo", change).build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
            for (BufferedReader watch : watches) {
                assertThat(watch.readLine()).contains("\"ADDED\"", "\"new\"");
            }
            client.shutdownNow();
        }
    }

    private static int version(HttpClient client, TestingHub hub) throws Exception {
        String list = client.send(hub.request(PODS + "?limit=1").build(), BodyHandlers.ofString())
                .body();
        return Integer.parseInt(list.replaceFirst("(?s).*?\"resourceVersion\":\"([0-9]+)\".*", "$1"));
    }

    @Test
    void unreadStreamDoesNotBlockOthers() throws Exception {
        TestingHub hub = start(limits -> limits);
        try (RawHttp2 client = raw(hub)) {
            client.allow(0, MUCH).get(1, PODS).get(3, PODS).flush(); // nothing more is allowed on these two
            client.await(frame -> frame.stream() == 3 && frame.ok());
            for (int stream = 5; stream < 25; stream += 2) {
                int own = stream;
                client.get(own, "/healthz").flush();
                client.await(frame -> frame.stream() == own && frame.ok());
            }
            client.allow(1, MUCH).flush();
            client.await(frame -> frame.stream() == 1 && (frame.flags() & RawHttp2.END_STREAM) != 0);
        }
    }

    @Test
    void connectionWithAWatchStaysOpenAndAnIdleOneIsClosed() throws Exception {
        TestingHub hub = start(limits -> limits.withTimes(SHORT, SHORT, Duration.ofSeconds(30)));
        try (RawHttp2 watching = raw(hub)) {
            watching.get(1, PODS + "?watch=true&resourceVersion=0&labelSelector=no%3Dsuch")
                    .flush();
            watching.await(frame -> frame.stream() == 1 && frame.ok());
            watching.beginPost(3, REVIEWS).flush();

            try (RawHttp2 silent = raw(hub)) {
                assertThat(silent.ends()).isTrue();
            }
            watching.await(frame -> frame.stream() == 3 && frame.type() == RawHttp2.RST_STREAM);
            watching.get(5, "/healthz").flush();
            watching.await(frame -> frame.stream() == 5 && frame.ok());
            watching.reset(1).flush();
            assertThat(watching.ends()).as("once the watch has ended").isTrue();
        }
    }

    @Test
    void streamsAndHeadersPerConnectionAreLimited() throws Exception {
        TestingHub hub = start(limits -> limits);
        try (RawHttp2 client = raw(hub)) {
            RawHttp2.Frame settings = client.await(frame -> frame.type() == RawHttp2.SETTINGS);
            assertThat(settings.setting(3))
                    .as("SETTINGS_MAX_CONCURRENT_STREAMS")
                    .isEqualTo(250);
            assertThat(settings.setting(6)).as("SETTINGS_MAX_HEADER_LIST_SIZE").isEqualTo(32 << 10);
            for (int i = 0; i < 251; i++) {
                client.beginPost(2 * i + 1, REVIEWS);
            }
            client.flush();
            client.await(frame -> frame.type() == RawHttp2.RST_STREAM && frame.stream() == 501);
        }
        try (RawHttp2 client = raw(hub)) {
            client.get(1, "/" + "x".repeat(16_000)).flush();
            client.await(frame -> frame.stream() == 1 && frame.type() == RawHttp2.DATA);
        }
        assertServes(hub);
    }

    @Test
    void floodsCloseOnlyTheirOwnConnection() throws Exception {
        TestingHub hub = start(limits -> limits);
        try (RawHttp2 resetting = raw(hub)) {
            flood(() -> {
                for (int i = 0; i < 2_000; i++) {
                    resetting.get(2 * i + 1, "/healthz").reset(2 * i + 1);
                }
                resetting.flush();
            });
            assertThat(resetting.ends()).isTrue();
        }
        try (RawHttp2 large = raw(hub)) {
            flood(() -> {
                for (int i = 0; i < 64; i++) { // headers that never end: the hub must not buffer them
                    large.send(i == 0 ? RawHttp2.HEADERS : RawHttp2.CONTINUATION, 0, 1, new byte[16_000]);
                }
                large.flush();
            });
            assertThat(large.ends()).isTrue();
        }
        try (RawHttp2 nonsense = raw(hub)) {
            flood(() -> nonsense.send(RawHttp2.DATA, 0, 7, new byte[10]).flush());
            assertThat(nonsense.ends()).isTrue();
        }
        assertServes(hub);
    }

    private interface Flood {
        void pour() throws IOException;
    }

    /// The hub may close the connection before everything is sent.
    private static void flood(Flood flood) {
        try {
            flood.pour();
        } catch (IOException closed) {
            assertThat(closed).isInstanceOf(SocketException.class);
        }
    }
}
