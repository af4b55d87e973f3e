package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingStatus.json;
import static io.livekube.hub.TestingStatus.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.TestingHub;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Access reviews: clients may read, and nothing else.
@Timeout(60)
class ReviewsTest {
    private static final String AUTHORIZATION = "/clusters/demo/apis/authorization.k8s.io/v1";
    private static final String ACCESS = AUTHORIZATION + "/selfsubjectaccessreviews";
    private static final String RULES = AUTHORIZATION + "/selfsubjectrulesreviews";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    /// As sent by client-go: "May I list pods in the namespace default?"
    private static final String LIST_PODS = "6b3873000a320a17617574686f72697a6174696f6e2e6b38732e696f2f763112175365"
            + "6c665375626a656374416363657373526576696577123f0a100a0012001a0022002a0032003800420012210a1f0a0764656661"
            + "756c7412046c6973741a00220276312a04706f647332003a001a08080012001a0020001a002200";

    /// As sent by client-go: "May I delete the deployment web in the namespace default?"
    private static final String DELETE_WEB = "6b3873000a320a17617574686f72697a6174696f6e2e6b38732e696f2f763112175365"
            + "6c665375626a656374416363657373526576696577124d0a100a0012001a0022002a00320038004200122f0a2d0a0764656661"
            + "756c74120664656c6574651a046170707322002a0b6465706c6f796d656e747332003a037765621a08080012001a0020001a00"
            + "2200";

    /// As sent by client-go: "What may I do in the namespace default?"
    private static final String RULES_REVIEW = "6b3873000a310a17617574686f72697a6174696f6e2e6b38732e696f2f763112165365"
            + "6c665375626a65637452756c657352657669657712230a100a0012001a0022002a0032003800420012090a0764656661756c74"
            + "1a04180022001a002200";

    @AutoClose
    private final TestingHub hub = TestingHub.start();

    @BeforeEach
    void fill() {
        hub.post("demo", full(SESSION, 3));
        hub.putClockForward(Duration.ofSeconds(11)); // after this, the catalogue consists of the followed kinds only
    }

    private HttpResponse<String> ask(String path, String body) {
        return hub.send(
                hub.request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    private byte[] ask(String path, byte[] protobuf) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> answer = client.send(
                    hub.request(path)
                            .header("Content-Type", PROTOBUF)
                            .header("Accept", PROTOBUF + ",application/json")
                            .POST(BodyPublishers.ofByteArray(protobuf))
                            .build(),
                    BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.headers().firstValue("Content-Type")).hasValue(PROTOBUF);
            return answer.body();
        }
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            get,    '',   pods,          '',     true
            list,   '',   pods,          '',     true
            watch,  '',   nodes,         '',     true
            delete, '',   pods,          '',     false
            create, '',   pods,          '',     false
            *,      '',   pods,          '',     false
            list,   '',   *,             '',     false
            list,   '',   secrets,       '',     false
            list,   apps, pods,          '',     false
            get,    '',   pods,          log,    false
            create, authorization.k8s.io, selfsubjectaccessreviews, '', true
            """)
    void onlyReadsOfServedKindsAreAllowed(
            String verb, String group, String resource, String subresource, boolean allowed) {
        HttpResponse<String> answer = ask(ACCESS, """
                {"kind":"SelfSubjectAccessReview","apiVersion":"authorization.k8s.io/v1","spec":{"resourceAttributes":
                {"namespace":"x","verb":"%s","group":"%s","resource":"%s","subresource":"%s"}}}
                """.formatted(verb, group, resource, subresource));
        JsonNode review = json(answer);

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(review.path("kind").asText()).isEqualTo("SelfSubjectAccessReview");
        assertThat(review.at("/spec/resourceAttributes/verb").asText()).isEqualTo(verb);
        assertThat(review.at("/status/allowed").asBoolean()).isEqualTo(allowed);
        assertThat(review.at("/status/reason").asText()).isEqualTo(allowed ? "" : "this is a read-only mirror");
        assertThat(answer.headers().firstValue("X-Livekube-State")).hasValue("fresh");
    }

    @ParameterizedTest
    @CsvSource({"get,/version,true", "get,/apis/apps/v1,true", "get,/metrics,false", "post,/version,false"})
    void discoveryPathsMayBeRead(String verb, String path, boolean allowed) {
        JsonNode review = json(ask(
                ACCESS,
                "{\"spec\":{\"nonResourceAttributes\":{\"verb\":\"%s\",\"path\":\"%s\"}}}".formatted(verb, path)));
        assertThat(review.at("/status/allowed").asBoolean()).isEqualTo(allowed);
    }

    @Test
    void protobufIsSupportedInBothDirections() throws Exception {
        HexFormat hex = HexFormat.of();
        // After the spec, unchanged: status { allowed: true, reason: "", denied: false }.
        assertThat(hex.formatHex(ask(ACCESS, bytes(LIST_PODS))))
                .startsWith("6b3873000a32")
                .contains("12046c697374")
                .endsWith("1a06" + "0801" + "1200" + "2000");
        assertThat(hex.formatHex(ask(ACCESS, bytes(DELETE_WEB))))
                .endsWith("0800" + "121a" + hex.formatHex("this is a read-only mirror".getBytes(StandardCharsets.UTF_8))
                        + "2001");
        assertThat(new String(ask(RULES, bytes(RULES_REVIEW)), StandardCharsets.ISO_8859_1))
                .contains("SelfSubjectRulesReview", "watch", "pods", "/openapi/*");
    }

    @Test
    void protobufMayBeAnsweredInJson() {
        HttpResponse<String> answer = hub.send(hub.request(ACCESS)
                .header("Content-Type", PROTOBUF)
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofByteArray(bytes(LIST_PODS))));
        assertThat(json(answer).at("/status/allowed").asBoolean()).isTrue();
    }

    @Test
    void rulesListEveryServedKind() {
        JsonNode status =
                json(ask(RULES, "{\"spec\":{\"namespace\":\"default\"}}")).path("status");
        assertThat(status.at("/resourceRules/0/verbs").toString()).isEqualTo("[\"get\",\"list\",\"watch\"]");
        assertThat(status.at("/resourceRules/0/resources").toString()).isEqualTo("[\"nodes\",\"pods\"]");
        assertThat(status.path("incomplete").asBoolean(true)).isFalse();
    }

    @Test
    void everyClientIsAReader() {
        JsonNode review = json(ask("/clusters/demo/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}"));
        assertThat(review.at("/status/userInfo/username").asText()).isEqualTo("livekube:reader");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "6b3873",
                "6b387300",
                "7b7d",
                "6b38730012", // ends within a length
                "6b38730012ffffffffff7f", // a length beyond the end
                "6b38730012ffffffffffffffffffff", // an endless varint
                "6b3873000a03120141", // the kind "A"
                "6b3873001204120212ff", // a spec that ends early
                "6b3873000b", // an unknown wire type
                "6b38730000", // a field without a number
                "6b387300120612040a021201", // a verb that ends early
                "6b387300120812060a041202c328", // a verb that is not UTF-8
            })
    void brokenProtobufIsRejectedWithOneSentence(String hex) {
        refused(
                hub.send(hub.request(ACCESS)
                        .header("Content-Type", PROTOBUF)
                        .POST(BodyPublishers.ofByteArray(bytes(hex)))),
                400,
                "BadRequest");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"spec\":{\"resourceAttributes\":{},\"nonResourceAttributes\":{}}}",
                "{\"kind\":\"Pod\",\"spec\":{\"resourceAttributes\":{}}}",
            })
    void brokenJsonIsRejectedWithOneSentence(String body) {
        refused(ask(ACCESS, body), 400, "BadRequest");
    }

    @Test
    void otherMethodsAndTypesAreRejected() {
        refused(hub.get(ACCESS), 405, "MethodNotAllowed");
        refused(ask(ACCESS, " ".repeat(70_000)), 413, "RequestEntityTooLarge");
        refused(ask(ACCESS.replace("demo", "nobody"), "{}"), 404, "NotFound");
        refused(ask(AUTHORIZATION + "/subjectaccessreviews", "{}"), 405, "MethodNotAllowed");
        refused(
                hub.send(hub.request(ACCESS)
                        .header("Content-Type", "application/yaml")
                        .POST(BodyPublishers.ofString("{}"))),
                415,
                "BadRequest");
    }
}
