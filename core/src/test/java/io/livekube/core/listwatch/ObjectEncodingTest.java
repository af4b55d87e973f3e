package io.livekube.core.listwatch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.Informer;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.protobuf.Message;
import io.livekube.core.watch.ReflectorConfig;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which requests ask for protobuf, and when they fall back to JSON.
@Timeout(180)
class ObjectEncodingTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int UNKNOWN = 999;
    private static final InformerConfig WATCH_LIST =
            InformerConfig.defaults().withReflector(ReflectorConfig.defaults().withInitialList(InitialList.WATCH_LIST));

    /// A server that knows more than our schema, and speaks of it in some pods.
    private final HttpServer server;

    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean newerList;
    private volatile boolean newerEvent;
    private volatile boolean protobufOnly;

    ObjectEncodingTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    }

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean asked = exchange.getRequestHeaders().getFirst("Accept").contains("protobuf");
        boolean protobuf = asked || protobufOnly;
        String query = exchange.getRequestURI().getQuery();
        boolean watch = query.contains("watch=true");
        String what = query.contains("sendInitialEvents=true") ? "watchlist " : watch ? "watch " : "list ";
        this.asked.add(what + (asked ? "protobuf" : "json"));
        exchange.getResponseHeaders()
                .set("Content-Type", protobuf ? "application/vnd.kubernetes.protobuf" : "application/json");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write(watch ? event(protobuf) : list(protobuf));
        exchange.getResponseBody().flush();
        if (!watch) {
            exchange.close();
        }
    }

    private byte[] list(boolean protobuf) {
        if (!protobuf) {
            return "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"10\"},\"items\":[%s]}"
                    .formatted(json("p1", 5))
                    .getBytes(ISO_8859_1);
        }
        return new Message()
                .message(1, new Message().text(2, "10"))
                .message(2, pod("p1", 5, newerList))
                .inEnvelope("v1", "PodList");
    }

    private byte[] event(boolean protobuf) {
        if (!protobuf) {
            return "{\"type\":\"ADDED\",\"object\":%s}\n"
                    .formatted(json("p2", 11))
                    .getBytes(ISO_8859_1);
        }
        byte[] event = new Message()
                .text(1, "ADDED")
                .message(2, new Message().bytes(1, pod("p2", 11, newerEvent).inEnvelope("v1", "Pod")))
                .bytes();
        return ByteBuffer.allocate(4 + event.length)
                .putInt(event.length)
                .put(event)
                .array();
    }

    private static String json(String name, int version) {
        return "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"n\",\"resourceVersion\":\"%d\"},\"new\":1}"
                .formatted(name, version);
    }

    private static Message pod(String name, int version, boolean newer) {
        Message metadata = new Message().text(1, name).text(3, "n").text(6, Integer.toString(version));
        Message pod = new Message().message(1, metadata);
        return newer ? pod.text(UNKNOWN, "what our schema does not know") : pod;
    }

    private void follow(ClientConfig config, String... expected) {
        follow(config, InformerConfig.defaults(), expected);
    }

    private void follow(ClientConfig config, InformerConfig informer, String... expected) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (var client = new ApiClient(ApiAccess.open(url), config);
                var informers = new InformerFactory(client, informer)) {
            Informer pods = informers.informer(PODS);
            informers.start();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(pods.store().list())
                            .extracting(KubeObject::name)
                            .containsExactlyInAnyOrder("p1", "p2"));
            assertThat(asked).containsExactly(expected);
        }
    }

    @Test
    void listsAndWatchesUseProtobuf() {
        follow(ClientConfig.defaults(), "list protobuf", "watch protobuf");
    }

    @Test
    void aListWithUnknownFieldsIsRequestedAsJson() {
        newerList = true;
        follow(ClientConfig.defaults(), "list protobuf", "list json", "watch json");
    }

    @Test
    void anEventWithUnknownFieldsIsRequestedAsJson() {
        newerEvent = true;
        follow(ClientConfig.defaults(), "list protobuf", "watch protobuf", "watch json");
    }

    @Test
    void anInitialEventWithUnknownFieldsIsRequestedAsJson() {
        newerEvent = true;
        follow(ClientConfig.defaults(), WATCH_LIST, "watchlist protobuf", "list json", "watch json");
    }

    @Test
    void aServerThatAlwaysAnswersInProtobufIsNotAskedForever() throws Exception {
        newerList = true;
        protobufOnly = true;
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        try (var client = new ApiClient(ApiAccess.open(url), ClientConfig.defaults());
                var informers = new InformerFactory(client, InformerConfig.defaults())) {
            Informer pods = informers.informer(PODS);
            informers.start();
            await().atMost(PATIENCE)
                    .untilAsserted(() ->
                            assertThat(pods.status().cause()).contains("requested JSON, but got unreadable protobuf"));
            assertThat(asked).hasSizeLessThan(10);
        }
    }

    @Test
    void jsonIsRequestedIfConfigured() {
        follow(ClientConfig.defaults().withProtobuf(false), "list json", "watch json");
    }
}
