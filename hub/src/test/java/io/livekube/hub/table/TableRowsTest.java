package io.livekube.hub.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.apimachinery.table.TableLayout;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.TestingBatches;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Part;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableRowsTest {
    private static final Resource PODS = Resource.core("v1", "pods");

    private final KindMirror pods = new KindMirror("demo", new Part.Kind(PODS, "Pod", true));

    @Test
    void unparsableObjectHasARowWithItsNameAndUnknownCells() throws Exception {
        byte[] json = TestingBatches.pod("default", "odd", 7)
                .replace("\"nodeName\":\"node-1\"", "\"priority\":1" + "0".repeat(1_500))
                .getBytes(StandardCharsets.UTF_8);
        KubeObject object = pods.decode(json, 0, json.length);
        var rows = new TableRows(TableRows.layout(PODS, Optional.empty()), "v1", TableRows.Include.METADATA);

        JsonNode row = new JsonMapper().readTree(rows.row(object, Instant.EPOCH));

        assertThat(row.path("cells").size())
                .isEqualTo(TableRows.layout(PODS, Optional.empty()).columns().size());
        assertThat(row.at("/cells/0").asText()).isEqualTo("odd");
        assertThat(row.path("cells").valueStream().skip(1))
                .allSatisfy(cell -> assertThat(cell.asText()).isEqualTo("<unknown>"));
        assertThat(row.at("/object/metadata/namespace").asText()).isEqualTo("default");
        assertThat(row.at("/object/metadata/resourceVersion").asText()).isEqualTo("7");
    }

    @Test
    void nameOfAnUnparsableObjectIsInTheNameColumn() {
        TableLayout events = TableRows.layout(Resource.core("v1", "events"), Optional.empty());

        assertThat(new LiveTable(events, true).unreadable("odd").valueStream().map(JsonNode::asText))
                .hasSize(events.columns().size())
                .startsWith("<unknown>")
                .endsWith("<unknown>", "odd")
                .containsOnlyOnce("odd");
        assertThat(new LiveTable(events, false).unreadable("odd").valueStream().map(JsonNode::asText))
                .containsOnly("<unknown>");
    }
}
