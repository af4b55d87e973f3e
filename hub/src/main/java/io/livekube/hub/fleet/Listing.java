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

/// Sorted rows of many clusters, based on the states at one moment; pages are cut from it.
///
/// @param at reference time for rendering the rows
public record Listing(RowQuery query, LiveTable table, List<ClusterPart> parts, List<Line> lines, Instant at) {
    /// A row that has not been rendered yet.
    record Line(RowRenderer renderer, String cluster, KubeObject object) {}

    public Listing {
        parts = List.copyOf(parts);
        lines = List.copyOf(lines);
    }

    public int size() {
        return lines.size();
    }

    /// Everything but the rows: columns, the part of each cluster, and where a stream continues.
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

    /// Where a stream continues after this listing.
    public StreamCursor resume() {
        Map<Long, StreamCursor.Mark> marks = new HashMap<>();
        parts.forEach(part -> part.given()
                .ifPresent(given -> marks.put(StreamCursor.key(query.resource(), given.id()), given.mark())));
        return new StreamCursor(marks);
    }

    /// Renders the row at an index.
    public byte[] row(int place, RowCache rows) {
        Line line = lines.get(place);
        return rows.row(line.renderer(), line.object(), at).json();
    }

    static String apiVersion(Resource resource) {
        return resource.apiVersion();
    }
}
