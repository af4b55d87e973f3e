package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingAgent.failed;
import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingStatus.ok;
import static io.livekube.hub.TestingStatus.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingAgent;
import io.livekube.hub.TestingConfig;
import io.livekube.hub.TestingHub;
import io.livekube.hub.TestingPolls;
import io.livekube.hub.control.TaskReply;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskDocument;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.TaskCodec;
import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// OpenAPI documents of a cluster, which its agent requests from the API server.
@Timeout(60)
class SchemasTest {
    private static final String ROOT = "/clusters/demo/openapi";
    private static final String APPS = ROOT + "/v3/apis/apps/v1";
    private static final Duration LONG = Duration.ofSeconds(31);

    private final TestingHub hub = TestingHub.start(config -> TestingConfig.withTasks(config, TestingHub.PATIENT));
    private final TestingAgent agent = TestingAgent.start(hub, "demo", SchemasTest::nothing);

    @AfterEach
    void stop() {
        agent.close();
        hub.close();
    }

    private static Optional<TaskReply> nothing(Task task) {
        return Optional.empty();
    }

    private static Optional<TaskReply> document(String type, String etag, String content) {
        var document = new TaskDocument(type, etag, content.getBytes(StandardCharsets.UTF_8));
        return Optional.of(new TaskReply.Payload(TaskCodec.encode(document), ContentCoding.IDENTITY));
    }

    private static Function<Task, Optional<TaskReply>> giving(String etag, String content) {
        return task ->
                task instanceof Task.Document asked ? document(asked.accept(), etag, content) : failed(404, "not now");
    }

    private List<Task.Document> asked() {
        return agent.seen(Task.Document.class);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    @Test
    void documentIsServedAsByTheApiServer() {
        agent.answer(giving("\"H1\"", "{\"paths\":{}}"));
        HttpResponse<String> answer = hub.get(APPS);

        assertThat(ok(answer).path("paths").isObject()).isTrue();
        assertThat(header(answer, "Content-Type")).isEqualTo("application/json");
        assertThat(header(answer, "Etag")).isEqualTo("\"H1\"");
        assertThat(header(answer, "X-Livekube-Source")).isEqualTo("fetch");
        assertThat(header(answer, "X-Livekube-State")).isEqualTo("fresh");
        assertThat(asked()).extracting(Task.Document::path).containsExactly("/openapi/v3/apis/apps/v1");
        assertThat(hub.send(hub.request(APPS).header("If-None-Match", "\"H1\"")).statusCode())
                .isEqualTo(304);
    }

    @Test
    void protobufIsServedOnRequest() {
        agent.answer(giving("\"H1\"", "bytes"));
        String protobuf = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

        assertThat(header(hub.send(hub.request(ROOT + "/v2").header("Accept", protobuf)), "Content-Type"))
                .isEqualTo(protobuf);
        assertThat(header(hub.get(ROOT + "/v2"), "Content-Type")).isEqualTo("application/json");
        assertThat(asked()).extracting(Task.Document::accept).containsExactly(protobuf, "application/json");
        refused(hub.send(hub.request(ROOT + "/v2").header("Accept", "text/html")), 406, "NotAcceptable");
    }

    @Test
    void documentIsCompressedIfAccepted() throws Exception {
        agent.answer(giving("", "content"));
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> packed = client.send(
                    hub.request(APPS).header("Accept-Encoding", "gzip").build(),
                    HttpResponse.BodyHandlers.ofByteArray());

            assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
            try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(packed.body()))) {
                assertThat(unpacked.readAllBytes()).asString().isEqualTo("content");
            }
        }
    }

    @Test
    void apiServerIsAskedOnceForAllReadersAndAgainAfterAWhile() throws Exception {
        var release = new CountDownLatch(1);
        agent.answer(task -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return giving("\"H1\"", "{}").apply(task);
        });
        try (var readers = new TestingPolls(hub, "other")) {
            List<Future<HttpResponse<String>>> waiting = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                waiting.add(readers.inBackground(() -> hub.get(APPS)));
            }
            release.countDown();
            for (Future<HttpResponse<String>> answer : waiting) {
                ok(answer.get());
            }
        }
        ok(hub.get(APPS));
        assertThat(asked()).hasSize(1);

        hub.putClockForward(LONG);
        agent.awaitThere();
        ok(hub.get(APPS));
        assertThat(asked()).hasSize(2);
    }

    @Test
    void hashIdentifiesADocumentForever() {
        agent.answer(giving("\"H1\"", "{\"n\":1}"));
        HttpResponse<String> named = hub.get(APPS + "?hash=H1");
        hub.putClockForward(LONG);
        agent.awaitThere();

        assertThat(header(named, "Cache-Control")).contains("immutable");
        assertThat(ok(hub.get(APPS + "?hash=H1")).path("n").asInt()).isEqualTo(1);
        assertThat(asked()).as("a document requested by its hash does not age").hasSize(1);

        agent.answer(giving("\"H2\"", "{\"n\":2}"));
        HttpResponse<String> moved = hub.get(APPS + "?hash=H9");
        assertThat(moved.statusCode()).isEqualTo(301);
        assertThat(header(moved, "Location")).isEqualTo(APPS + "?hash=H2");
    }

    @Test
    void documentWithoutAHashAges() {
        agent.answer(giving("", "{\"n\":1}"));
        ok(hub.get(APPS));
        hub.putClockForward(LONG);
        agent.awaitThere();
        agent.answer(giving("", "{\"n\":2}"));
        assertThat(ok(hub.get(APPS)).path("n").asInt()).isEqualTo(2);
    }

    @Test
    void lastDocumentIsServedAndMarkedWhileTheAgentIsDisconnected() {
        hub.post("demo", full(SESSION, 1));
        agent.answer(giving("\"H1\"", "{}"));
        ok(hub.get(APPS));
        agent.close();
        hub.putClockForward(Duration.ofHours(1));
        HttpResponse<String> last = hub.get(APPS);

        ok(last);
        assertThat(header(last, "X-Livekube-State")).isEqualTo("disconnected");
        assertThat(header(last, "Warning")).contains("fetching failed");
        assertThat(refused(hub.get(ROOT + "/v2"), 503, "ServiceUnavailable")
                        .path("message")
                        .asText())
                .contains("/openapi/v2 of cluster demo", "its agent is not connected");
    }

    @Test
    void failedDocumentRequestIsReportedWithItsStatus() {
        agent.answer(task -> failed(501, "unknown task 'Document'"));
        refused(hub.get(APPS), 503, "ServiceUnavailable");
        agent.answer(task -> failed(403, "it is forbidden"));
        refused(hub.get(ROOT + "/v3/apis/batch/v1"), 403, "Forbidden");
        agent.answer(task ->
                Optional.of(new TaskReply.Payload("nonsense".getBytes(StandardCharsets.UTF_8), ContentCoding.GZIP)));
        refused(hub.get(ROOT + "/v3/api/v1"), 503, "ServiceUnavailable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1", "/v3/%2e%2e/%2e%2e/api", "/v3/apis/a%2fb", "/v3/x%3Fy", "/v2/more", ""})
    void otherPathsAreNotDocuments(String path) {
        refused(hub.get(ROOT + path), 404, "NotFound");
        assertThat(asked()).isEmpty();
    }

    @Test
    void versionIsFetchedUntilTheAgentReportsIt() {
        agent.answer(giving("", "{\"gitVersion\":\"v1.99.0\"}"));
        assertThat(ok(hub.get("/clusters/demo/version")).path("gitVersion").asText())
                .isEqualTo("v1.99.0");
    }

    @Test
    void documentIsAcceptedOnlyForADocumentTask() throws Exception {
        try (var polls = new TestingPolls(hub, "other")) {
            polls.poll(0);
            Future<HttpResponse<String>> reader =
                    polls.inBackground(() -> hub.get("/clusters/other/openapi/v3/apis/apps/v1"));
            Task task = polls.poll(20).stream()
                    .filter(Task.Document.class::isInstance)
                    .findFirst()
                    .orElseThrow();
            assertThat(polls.tell(task.id(), TaskCodec.LIST_MEDIA_TYPE, "{}").statusCode())
                    .isEqualTo(400);
            assertThat(polls.tell(task, new TaskResult.Done()).statusCode()).isEqualTo(400);
            assertThat(polls.tell(
                                    task.id(),
                                    TaskCodec.DOCUMENT_MEDIA_TYPE,
                                    "{\"Type\":\"application/json\"}\n{\"a\":1}")
                            .statusCode())
                    .isEqualTo(204);
            assertThat(ok(reader.get()).path("a").asInt()).isEqualTo(1);
        }
    }
}
