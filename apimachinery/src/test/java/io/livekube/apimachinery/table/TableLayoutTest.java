package io.livekube.apimachinery.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableLayoutTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    @Test
    void aRunningPodShowsReadinessAndRestarts() throws JsonProcessingException {
        assertThat(pod("""
                {"metadata": {"name": "p", "creationTimestamp": "2026-01-01T11:59:00Z"},
                 "spec": {"nodeName": "n1", "containers": [{"name": "a"}, {"name": "b"}]},
                 "status": {"phase": "Running", "podIP": "10.0.0.1", "podIPs": [{"ip": "10.0.0.1"}], "containerStatuses": [
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
        assertThat(pod(pod).get(2)).isEqualTo(word);
    }

    @Test
    void aDeletedPodIsTerminating() throws JsonProcessingException {
        assertThat(pod("""
                {"metadata": {"deletionTimestamp": "2026-01-01T11:59:00Z"}, "status": {"phase": "Running"}}
                """).get(2)).isEqualTo("Terminating");
    }

    @Test
    void customColumnsFollowTheirPaths() throws JsonProcessingException {
        TableLayout widgets = TableLayout.of(
                "widgets.example.com",
                List.of(
                        new PrinterColumn("Size", "integer", "", "", 0, ".spec.size"),
                        new PrinterColumn(
                                "Ready", "string", "", "", 0, ".status.conditions[?(@.type==\"Ready\")].status"),
                        new PrinterColumn("First", "string", "", "", 1, ".spec.items[0]['a.b']"),
                        new PrinterColumn("Missing", "string", "", "", 0, ".nope"),
                        new PrinterColumn("Age", "date", "", "", 0, ".metadata.creationTimestamp")));
        assertThat(row(widgets, """
                {"metadata": {"name": "w", "creationTimestamp": "2026-01-01T11:59:00Z"},
                 "spec": {"size": 3, "items": [{"a.b": "x"}]},
                 "status": {"conditions": [{"type": "Other", "status": "False"}, {"type": "Ready", "status": "True"}]}}
                """)).containsExactly("w", "3", "True", "x", "null", "60s");
    }

    private static List<String> pod(String object) throws JsonProcessingException {
        return row(TableLayout.of("pods", List.of()), object);
    }

    private static List<String> row(TableLayout layout, String object) throws JsonProcessingException {
        return layout.cells(new JsonMapper().readTree(object), NOW)
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }
}
