package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.problem.Problem;
import io.livekube.hub.problem.Problems;
import io.livekube.hub.problem.Verdict;
import java.time.Instant;
import java.util.Optional;

/// How rows of one kind of one cluster look. Two forms are the same only if they are one: see [RowForms].
public final class RowForm {
    private final String cluster;
    private final Resource resource;
    private final LiveTable table;
    private final boolean whole;

    /// @param whole whether the object itself stands in its row
    RowForm(String cluster, Resource resource, LiveTable table, boolean whole) {
        this.cluster = cluster;
        this.resource = resource;
        this.table = table;
        this.whole = whole;
    }

    public LiveTable table() {
        return table;
    }

    /// Makes the row of an object.
    Row row(KubeObject object, Instant now) {
        Optional<JsonNode> read = Json.read(object);
        JsonNode content = read.orElseGet(() -> nameOnly(object));
        JsonNode metadata = content.path("metadata");
        ArrayNode cells = read.map(table::cells).orElseGet(() -> table.unreadable(object.name()));
        Verdict verdict = read.isPresent() ? Problems.judge(resource, content, now) : Problems.UNREADABLE;
        String created = metadata.path("creationTimestamp").asText("");
        ObjectNode row = Json.object()
                .put("cluster", cluster)
                .put("namespace", object.namespace())
                .put("name", metadata.path("name").asText(""))
                .put("uid", metadata.path("uid").asText(""))
                .put("version", Long.toUnsignedString(object.resourceVersion()));
        if (!created.isEmpty()) {
            row.put("created", created);
        }
        row.set("cells", cells);
        row.set("labels", metadata.path("labels").isObject() ? metadata.path("labels") : Json.object());
        verdict.problem().ifPresent(problem -> row.set("problem", json(problem)));
        if (whole && read.isPresent()) {
            row.set("object", Json.parse(object.json()));
        }
        return new Row(object, created, cells, verdict, Json.bytes(row));
    }

    /// What is known of an object without a look at its content.
    private static ObjectNode nameOnly(KubeObject object) {
        ObjectNode content = Json.object();
        content.putObject("metadata")
                .put("name", object.name())
                .put("uid", object.uid().toString());
        return content;
    }

    /// A problem as readers get it.
    public static ObjectNode json(Problem problem) {
        return Json.object()
                .put("reason", problem.reason())
                .put("message", problem.message())
                .put("severity", problem.severity().toString());
    }
}
