package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingStatus.names;
import static io.livekube.hub.TestingStatus.ok;
import static io.livekube.hub.TestingStatus.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.hub.RawConnection;
import io.livekube.hub.TestingHub;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Representations of objects: what clients can choose, and how responses are encoded.
@Timeout(60)
class RepresentationsTest {
    private static final String PODS = "/clusters/demo/api/v1/pods";
    private static final String ONE = "/clusters/demo/api/v1/namespaces/default/pods/pod-00000";
    private static final String PARTIAL = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    private static final String PARTIAL_LIST = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    @AutoClose
    private final TestingHub hub = TestingHub.start();

    @BeforeEach
    void fill() {
        hub.post("demo", full(SESSION, 2_000));
    }

    private HttpResponse<String> get(String path, String accept) {
        return hub.send(hub.request(path).header("Accept", accept));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "*/*",
                "application/*",
                "application/vnd.kubernetes.protobuf,application/json",
                "application/json;q=0.5, application/vnd.kubernetes.protobuf",
                "application/x-colour, application/json",
                "application/json;as=Colour;g=meta.k8s.io;v=v1,application/json",
                "application/json;as=Table;v=v2;g=meta.k8s.io,application/json",
                "text/html,;;,=,application/json;",
            })
    void objectsAreJson(String accept) {
        HttpResponse<String> answer = get(ONE, accept);
        assertThat(ok(answer).path("kind").asText()).isEqualTo("Pod");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/vnd.kubernetes.protobuf",
                "application/json;as=Colour;g=meta.k8s.io;v=v1",
                PARTIAL,
            })
    void unsupportedRepresentationIsNotAcceptable(String accept) {
        assertThat(refused(get(PODS, accept), 406, "NotAcceptable")
                        .path("message")
                        .asText())
                .isNotEmpty();
    }

    @Test
    void metadataCanBeRequestedAlone() {
        JsonNode one = ok(get(ONE, PARTIAL));
        JsonNode list = ok(get(PODS + "?limit=2", PARTIAL_LIST + ",application/json"));

        assertThat(one.properties()).hasSize(3);
        assertThat(one.path("kind").asText()).isEqualTo("PartialObjectMetadata");
        assertThat(one.path("apiVersion").asText()).isEqualTo("meta.k8s.io/v1");
        assertThat(one.path("metadata")).isEqualTo(ok(hub.get(ONE)).path("metadata"));
        assertThat(list.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
        assertThat(list.at("/metadata/remainingItemCount").asInt()).isEqualTo(1_998);
        assertThat(names(list)).containsExactly("pod-00000", "pod-00002");
        assertThat(list.path("items").get(1).properties()).hasSize(3);
        refused(get(ONE, PARTIAL_LIST), 406, "NotAcceptable");
    }

    @Test
    void largeResponsesAreCompressedIfAccepted() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> large = client.send(
                    hub.request(PODS)
                            .header("Accept-Encoding", "deflate, gzip;q=0.9")
                            .build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            JsonNode plain = ok(hub.get(PODS));

            assertThat(large.headers().firstValue("Content-Encoding")).hasValue("gzip");
            assertThat(large.headers().firstValue("Vary")).hasValue("Accept-Encoding");
            try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(large.body()))) {
                assertThat(new JsonMapper().readTree(unpacked)).isEqualTo(plain);
            }
            assertThat(large.body().length).isLessThan(100_000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip;q=0", "br", "identity"})
    void otherClientsGetThemUncompressed(String coding) {
        HttpResponse<String> large = hub.send(hub.request(PODS).header("Accept-Encoding", coding));
        HttpResponse<String> small = hub.send(hub.request(ONE).header("Accept-Encoding", "gzip"));

        assertThat(large.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(names(ok(large))).hasSize(2_000);
        assertThat(small.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(ok(small).path("kind").asText()).isEqualTo("Pod");
    }

    @Test
    void fieldSelectorsWorkAndUnknownFieldsAreRejected() {
        assertThat(names(ok(hub.get(PODS + "?fieldSelector=metadata.name%3Dpod-00007"))))
                .containsExactly("pod-00007");
        assertThat(names(ok(hub.get(PODS + "?fieldSelector=spec.nodeName!%3Dnode-1,status.phase%3DRunning"))))
                .isEmpty();
        assertThat(refused(hub.get(PODS + "?fieldSelector=spec.colour%3Dred"), 400, "BadRequest")
                        .path("message")
                        .asText())
                .isEqualTo("field label not supported: spec.colour");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/clusters/demo/api/v1/namespaces/%2e%2e/pods",
                "/clusters/demo/api/v1/namespaces/default/pods/%2e%2e",
                "/clusters/demo/%2e%2e/%2e%2e/healthz",
                "/clusters/demo//api/v1/pods",
                "/clusters/demo/api/v1/pods/",
                "/clusters/demo/",
                "/clusters//api/v1/pods",
            })
    void relativeOrEmptyPathSegmentsAreNotFound(String path) {
        refused(hub.get(path), 404, "NotFound");
    }

    @Test
    void megabyteQueryIsRejectedWithAStatus() throws IOException {
        try (var raw = new RawConnection(hub.port())) {
            String answer = raw.sendTooMuch(
                            "GET " + PODS + "?labelSelector=" + "x".repeat(1 << 20) + " HTTP/1.1\r\n\r\n")
                    .receive();
            assertThat(answer).contains(" 414 ").contains("\"kind\":\"Status\"").contains("too long");
        }
        assertThat(names(ok(hub.get(PODS)))).as("the hub keeps serving").hasSize(2_000);
    }
}
