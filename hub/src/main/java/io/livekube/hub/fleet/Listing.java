package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.table.LiveTable;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sorted rows of many clusters, all of the states that were current when it was made; pages are cut from it.
///
/// @param at the moment that its rows are judged by
public record Listing(RowQuery query, LiveTable table, List<ClusterPart> parts, List<Line> lines, Instant at) {
    /// One row that is still to be made.
    record Line(RowRenderer renderer, String cluster, KubeObject object) {}

    public Listing {
        parts = List.copyOf(parts);
        lines = List.copyOf(lines);
    }

    public int size() {
        return lines.size();
    }

    /// All but the rows: what the columns are, what each cluster gives, and where a stream continues.
    public ObjectNode head() {
        Resource resource = query.kind().resource();
        ObjectNode head = Json.object()
                .put("resource", resource.toString())
                .put("kind", query.kind().kind())
                .put("apiVersion", apiVersion(resource))
                .put("namespaced", query.kind().namespaced());
        head.set("columns", table.columns());
        Map<String, Integer> matched = new HashMap<>();
        lines.forEach(line -> matched.merge(line.cluster(), 1, Integer::sum));
        ArrayNode clusters = head.putArray("clusters");
        parts.forEach(part -> clusters.add(part.json(matched.getOrDefault(part.id(), 0))));
        return head;
    }

    /// Where a stream continues after it.
    public StreamCursor resume() {
        Map<Long, StreamCursor.Mark> marks = new HashMap<>();
        parts.forEach(part -> part.given()
                .ifPresent(given -> marks.put(StreamCursor.key(query.resource(), given.id()), given.mark())));
        return new StreamCursor(marks);
    }

    /// The row of a place.
    public byte[] row(int place, RowCache rows) {
        Line line = lines.get(place);
        return rows.row(line.renderer(), line.object(), at).json();
    }

    static String apiVersion(Resource resource) {
        return resource.apiVersion();
    }
}
