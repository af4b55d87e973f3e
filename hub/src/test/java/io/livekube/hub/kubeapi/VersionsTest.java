package io.livekube.hub.kubeapi;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingStatus.names;
import static io.livekube.hub.TestingStatus.ok;
import static io.livekube.hub.TestingStatus.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.TestingConfig;
import io.livekube.hub.TestingHub;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Reads at a version, answered or rejected as by kube-apiserver. The pods are at version 50,000.
@Timeout(60)
class VersionsTest {
    private static final String PODS = "/clusters/demo/api/v1/pods";
    private static final String ONE = "/clusters/demo/api/v1/namespaces/default/pods/pod-00000";

    private static final Duration VERSION_WAIT = Duration.ofSeconds(5);

    @AutoClose
    private final TestingHub hub = start(VERSION_WAIT);

    private static TestingHub start(Duration versionWait) {
        return TestingHub.start(config -> TestingConfig.withLists(config, TestingConfig.listsAwaited(versionWait)));
    }

    @BeforeEach
    void fill() {
        hub.post("demo", full(SESSION, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "resourceVersion=0",
        "resourceVersion=0&limit=1",
        "resourceVersion=0&resourceVersionMatch=NotOlderThan",
        "resourceVersion=1",
        "resourceVersion=50000",
        "resourceVersion=40000&resourceVersionMatch=NotOlderThan",
        "resourceVersion=50000&resourceVersionMatch=Exact",
        "resourceVersionMatch=",
    })
    void availableVersionIsReturnedCompletely(String query) {
        JsonNode list = ok(hub.get(PODS + "?" + query));
        assertThat(names(list)).hasSize(3);
        assertThat(list.at("/metadata/resourceVersion").asText()).isEqualTo("50000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "resourceVersionMatch=Exact | resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless"
                        + " resourceVersion is provided | FieldValueForbidden",
                "resourceVersion=1&resourceVersionMatch=Sometimes | resourceVersionMatch: Unsupported value: \"Sometimes\":"
                        + " supported values: \"Exact\", \"NotOlderThan\", \"\" | FieldValueNotSupported",
                "resourceVersion=0&resourceVersionMatch=Exact | resourceVersionMatch: Forbidden: resourceVersionMatch"
                        + " \"exact\" is forbidden for resourceVersion \"0\" | FieldValueForbidden",
                "sendInitialEvents=true | sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list |"
                        + " FieldValueForbidden",
            })
    void contradictoryParametersAreInvalid(String query, String said, String reason) {
        JsonNode status = refused(hub.get(PODS + "?" + query), 422, "Invalid");
        assertThat(status.path("message").asText()).isEqualTo("ListOptions.meta.k8s.io \"\" is invalid: " + said);
        assertThat(status.at("/details/kind").asText()).isEqualTo("ListOptions");
        assertThat(status.at("/details/causes/0/reason").asText()).isEqualTo(reason);
    }

    @ParameterizedTest
    @CsvSource({"resourceVersion=abc", "resourceVersion=-1", "resourceVersion=99999999999999999999", "limit=abc"})
    void nonNumericVersionIsABadRequest(String query) {
        refused(hub.get(PODS + "?" + query), 400, "BadRequest");
    }

    @Test
    void futureVersionIsAwaited() {
        try (TestingHub patient = start(Duration.ofSeconds(25))) {
            patient.post("demo", full(SESSION, 3));
            CompletableFuture<HttpResponse<String>> list =
                    CompletableFuture.supplyAsync(() -> patient.get(PODS + "?resourceVersion=60000"));
            CompletableFuture<HttpResponse<String>> late = CompletableFuture.runAsync(
                            () -> {}, CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS))
                    .thenApply(_ -> patient.post("demo", delta(SESSION, 2, "default", "late", 60_000)));

            assertThat(names(ok(list.join()))).contains("late");
            assertThat(late.join().statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        PODS + "?resourceVersion=1000000",
        PODS + "?resourceVersion=1000000&resourceVersionMatch=Exact",
        ONE + "?resourceVersion=1000000"
    })
    void futureVersionTimesOut(String path) {
        long began = System.nanoTime();
        HttpResponse<String> answer = hub.get(path);
        JsonNode status = refused(answer, 504, "Timeout");
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("awaited only once")
                .isLessThan(VERSION_WAIT.multipliedBy(2));

        assertThat(status.path("message").asText())
                .isEqualTo("Timeout: Too large resource version: 1000000, current: 50000");
        assertThat(status.at("/details/causes/0/reason").asText()).isEqualTo("ResourceVersionTooLarge");
        assertThat(status.at("/details/retryAfterSeconds").asInt()).isEqualTo(1);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    }

    @Test
    void pastVersionsAreReturnedAsFarBackAsTheLogReaches() {
        hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));
        hub.post("demo", delta(SESSION, 3, "default", "later", 60_001));

        JsonNode past = ok(hub.get(PODS + "?resourceVersion=50000&resourceVersionMatch=Exact"));
        assertThat(names(past)).hasSize(3);
        assertThat(names(ok(hub.get(PODS + "?resourceVersion=50000&limit=2")))).hasSize(2);
        assertThat(names(ok(hub.get(PODS + "?resourceVersion=60000&resourceVersionMatch=Exact"))))
                .hasSize(4)
                .contains("late");
        assertThat(refused(hub.get(PODS + "?resourceVersion=49999&resourceVersionMatch=Exact"), 410, "Expired")
                        .path("message")
                        .asText())
                .isEqualTo("The resourceVersion for the provided list is too old.");
    }

    @Test
    void pastStateReportsItsAge() {
        hub.post("demo", delta(SESSION, 2, "default", "late", 60_000));
        hub.putClockForward(Duration.ofSeconds(90));
        hub.post("demo", delta(SESSION, 3, "default", "later", 60_001));

        assertThat(state("50000")).isEqualTo("stale");
        assertThat(state("60000")).isEqualTo("fresh");
        assertThat(state("60001")).isEqualTo("fresh");
    }

    private String state(String version) {
        return hub.get(PODS + "?resourceVersionMatch=Exact&resourceVersion=" + version)
                .headers()
                .firstValue("X-Livekube-State")
                .orElseThrow();
    }

    @Test
    void missingObjectIsReportedByNameAndKind() {
        JsonNode status = refused(hub.get(ONE + "x"), 404, "NotFound");
        assertThat(status.path("message").asText()).isEqualTo("pods \"pod-00000x\" not found");
        assertThat(status.at("/details/name").asText()).isEqualTo("pod-00000x");
        assertThat(status.at("/details/kind").asText()).isEqualTo("pods");
    }
}
