package io.livekube.simulator.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.PrinterColumn;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "PT0S,0s",
        "PT119S,119s",
        "PT2M,2m",
        "PT9M59S,9m59s",
        "PT179M,179m",
        "PT3H,3h",
        "PT7H59M,7h59m",
        "PT47H,47h",
        "P2D,2d",
        "P7DT5H,7d5h",
        "P729D,729d",
        "P730D,2y",
        "P800D,2y70d",
        "P3000D,8y",
        "PT-5S,<invalid>"
    })
    void agesReadAsKubectlShowsThem(Duration age, String text) {
        assertThat(Ages.human(age)).isEqualTo(text);
    }

    @Test
    void aRunningPodShowsReadinessAndRestarts() throws JsonProcessingException {
        assertThat(row(BuiltInTypes.POD, """
                {"metadata": {"name": "p", "creationTimestamp": "2026-01-01T11:59:00Z"},
                 "spec": {"nodeName": "n1", "containers": [{"name": "a"}, {"name": "b"}]},
                 "status": {"phase": "Running", "podIP": "10.0.0.1", "containerStatuses": [
                   {"name": "a", "ready": true, "restartCount": 0, "state": {"running": {}}},
                   {"name": "b", "ready": false, "restartCount": 3, "state": {"waiting": {"reason": "CrashLoopBackOff"}},
                    "lastState": {"terminated": {"finishedAt": "2026-01-01T11:50:00Z"}}}]}}
                """))
                .containsExactly(
                        "p", "1/2", "CrashLoopBackOff", "3 (10m ago)", "60s", "10.0.0.1", "n1", "<none>", "<none>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'phase':'Pending'}|Pending",
                "{'phase':'Failed','reason':'Evicted'}|Evicted",
                "{'phase':'Succeeded','containerStatuses':[{'state':{'terminated':{'exitCode':0,'reason':'Completed'}}}]}|Completed",
                "{'phase':'Failed','containerStatuses':[{'state':{'terminated':{'exitCode':3}}}]}|ExitCode:3",
                "{'phase':'Pending','initContainerStatuses':[{'name':'i','state':{'running':{}}}]}|Init:0/1",
                "{'phase':'Pending','initContainerStatuses':[{'name':'i','state':{'waiting':{'reason':'ErrImagePull'}}}]}|Init:ErrImagePull"
            })
    void aPodsStatusIsOneWord(String status, String word) throws JsonProcessingException {
        String pod = "{\"spec\":{\"initContainers\":[{\"name\":\"i\"}]},\"status\":" + status.replace('\'', '"') + "}";
        assertThat(row(BuiltInTypes.POD, pod).get(2)).isEqualTo(word);
    }

    @Test
    void aDeletedPodIsTerminating() throws JsonProcessingException {
        assertThat(row(BuiltInTypes.POD, """
                {"metadata": {"deletionTimestamp": "2026-01-01T11:59:00Z"}, "status": {"phase": "Running"}}
                """).get(2)).isEqualTo("Terminating");
    }

    @Test
    void everyBuiltInTypeHasColumnsOfItsOwn() {
        for (ResourceType type : BuiltInTypes.all()) {
            List<Column> columns = TableColumns.of(type, new Catalog());
            assertThat(columns)
                    .as("columns of %s", type)
                    .extracting(Column::name)
                    .contains("Name");
        }
    }

    @Test
    void customColumnsFollowTheirPaths() throws JsonProcessingException {
        List<Column> columns = CustomColumns.of(List.of(
                new PrinterColumn("Size", "integer", "", "", 0, ".spec.size"),
                new PrinterColumn("Ready", "string", "", "", 0, ".status.conditions[?(@.type==\"Ready\")].status"),
                new PrinterColumn("First", "string", "", "", 1, ".spec.items[0]['a.b']"),
                new PrinterColumn("Missing", "string", "", "", 0, ".nope"),
                new PrinterColumn("Age", "date", "", "", 0, ".metadata.creationTimestamp")));
        assertThat(row(columns, """
                {"metadata": {"name": "w", "creationTimestamp": "2026-01-01T11:59:00Z"},
                 "spec": {"size": 3, "items": [{"a.b": "x"}]},
                 "status": {"conditions": [{"type": "Other", "status": "False"}, {"type": "Ready", "status": "True"}]}}
                """)).containsExactly("w", "3", "True", "x", "null", "60s");
    }

    private static List<String> row(ResourceType type, String object) throws JsonProcessingException {
        return row(TableColumns.of(type, new Catalog()), object);
    }

    private static List<String> row(List<Column> columns, String object) throws JsonProcessingException {
        JsonNode tree = Json.parse(object.getBytes(StandardCharsets.UTF_8));
        var source = new Column.Row((ObjectNode) tree, NOW);
        return columns.stream()
                .map(column -> column.cell().apply(source).asText())
                .toList();
    }
}
