package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Bounded graph of objects and their relations.
final class RelationGraph {
    private final int most;
    private final Map<String, ObjectNode> nodes = new LinkedHashMap<>();
    private final Set<Edge> edges = new LinkedHashSet<>();
    private boolean truncated;

    private record Edge(String from, String to, String relation) {}

    RelationGraph(int most) {
        this.most = most;
    }

    boolean has(String id) {
        return nodes.containsKey(id);
    }

    /// Whether there is room for another object; if not, marks the graph as truncated.
    boolean room() {
        truncated |= nodes.size() >= most;
        return nodes.size() < most;
    }

    void node(String id, ObjectNode about) {
        nodes.put(id, about);
    }

    void edge(String from, String relation, String to) {
        edges.add(new Edge(from, to, relation));
    }

    ObjectNode json() {
        ObjectNode graph = Json.object();
        ArrayNode all = graph.putArray("nodes");
        nodes.values().forEach(all::add);
        ArrayNode between = graph.putArray("edges");
        edges.forEach(edge -> between.addObject()
                .put("from", edge.from())
                .put("to", edge.to())
                .put("relation", edge.relation()));
        return graph.put("truncated", truncated);
    }
}
