package io.livekube.simulator.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The JSONPath of CRD columns: fields, indexes, `[*]`, and filters such as `[?(@.type=="Ready")]`.
final class JsonPath {
    private static final Pattern STEP = Pattern.compile("""
            \\.?\\[\\?\\(@\\.([^=!\\s]+)\\s*==\\s*["']([^"']*)["']\\)]\
            |\\.?\\[(-?\\d+|\\*)]\
            |\\.?\\['([^']*)']\
            |\\.((?:[^.\\[\\\\]|\\\\.)+)""");

    private sealed interface Step {
        record Field(String name) implements Step {}

        record Index(int index) implements Step {}

        record All() implements Step {}

        record Filter(String field, String value) implements Step {}
    }

    private final List<Step> steps;

    private JsonPath(List<Step> steps) {
        this.steps = steps;
    }

    static JsonPath parse(String text) {
        String path = text.startsWith(".") || text.startsWith("[") ? text : "." + text;
        List<Step> steps = new ArrayList<>();
        Matcher m = STEP.matcher(path);
        int end = 0;
        while (end < path.length() && m.find(end) && m.start() == end) {
            steps.add(step(m));
            end = m.end();
        }
        return new JsonPath(steps);
    }

    private static Step step(Matcher m) {
        if (m.group(1) != null) {
            return new Step.Filter(m.group(1), m.group(2));
        }
        if (m.group(3) != null) {
            return m.group(3).equals("*") ? new Step.All() : new Step.Index(Integer.parseInt(m.group(3)));
        }
        return new Step.Field(m.group(4) != null ? m.group(4) : m.group(5).replaceAll("\\\\(.)", "$1"));
    }

    /// All values the path leads to.
    List<JsonNode> values(JsonNode root) {
        List<JsonNode> current = List.of(root);
        for (Step step : steps) {
            List<JsonNode> next = new ArrayList<>();
            for (JsonNode node : current) {
                follow(step, node, next);
            }
            current = next;
        }
        return current;
    }

    private static void follow(Step step, JsonNode node, List<JsonNode> next) {
        switch (step) {
            case Step.Field(String name) -> add(node.path(name), next);
            case Step.Index(int index) -> add(node.path(index < 0 ? node.size() + index : index), next);
            case Step.All() -> node.forEach(next::add);
            case Step.Filter(String field, String value) ->
                node.valueStream()
                        .filter(element -> parse(field).values(element).stream()
                                .anyMatch(v -> v.asText().equals(value)))
                        .forEach(next::add);
        }
    }

    private static void add(JsonNode node, List<JsonNode> next) {
        if (!node.isMissingNode() && !node.isNull()) {
            next.add(node);
        }
    }
}
