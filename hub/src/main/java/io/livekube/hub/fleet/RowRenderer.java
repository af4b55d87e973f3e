package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.hub.problem.Problem;
import io.livekube.hub.view.ObjectView;
import io.livekube.hub.view.ObjectViews;
import java.time.Instant;

/// Renders the rows of one kind of one cluster. Compared by identity: see [RowRenderers].
public final class RowRenderer {
    private final String cluster;
    private final ObjectViews.OfKind views;
    private final LiveTable table;
    private final boolean whole;

    /// @param whole whether a row includes the object itself
    RowRenderer(String cluster, ObjectViews.OfKind views, LiveTable table, boolean whole) {
        this.cluster = cluster;
        this.views = views;
        this.table = table;
        this.whole = whole;
    }

    public LiveTable table() {
        return table;
    }

    /// Renders the row of an object. If the object can't be parsed, only its name is shown.
    Row row(KubeObject object, Instant now) {
        ObjectView view = views.view(object);
        JsonNode content = views.content(object);
        JsonNode metadata = content.path("metadata");
        ArrayNode cells = view.readable() ? table.cells(content) : table.unreadable(object.name());
        ObjectNode row = Json.object()
                .put("cluster", cluster)
                .put("namespace", object.namespace())
                .put("name", object.name())
                .put("uid", metadata.path("uid").asText(object.uid().toString()))
                .put("version", Long.toUnsignedString(object.resourceVersion()));
        if (!view.created().isEmpty()) {
            row.put("created", view.created());
        }
        row.set("cells", cells);
        row.set("labels", metadata.path("labels").isObject() ? metadata.path("labels") : Json.object());
        view.problemAt(now).ifPresent(problem -> row.set("problem", json(problem)));
        if (whole && view.readable()) {
            row.set("object", Json.parse(object.json()));
        }
        return new Row(object, view, cells, now, Json.bytes(row));
    }

    /// A problem as sent to readers.
    static ObjectNode json(Problem problem) {
        return Json.object()
                .put("reason", problem.reason())
                .put("message", problem.message())
                .put("severity", problem.severity().toString());
    }
}
