package io.livekube.apimachinery.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// JSONPath of a printer column: `.spec.replicas`,
/// `.metadata.annotations.example\.org/owner`, `.status.conditions[?(@.type=="Ready")].status`,
/// `.spec['a'][0]`, `.spec.ports[*].port`, `[1:3]`, `..image`.
final class JsonPath {
    /// A JSONPath that is malformed or uses an unsupported feature.
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;

        UnreadableException(String message) {
            super(message);
        }
    }

    private final List<Step> steps;

    JsonPath(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    static JsonPath parse(String text) throws UnreadableException {
        return new JsonPathParser(text).parse();
    }

    /// The first matching value.
    Optional<JsonNode> first(JsonNode object) {
        return all(object).findFirst();
    }

    Stream<JsonNode> all(JsonNode object) {
        Stream<JsonNode> found = Stream.of(object);
        for (Step step : steps) {
            found = found.flatMap(step::from);
        }
        return found;
    }

    /// One step from a value to values within it.
    sealed interface Step {
        Stream<JsonNode> from(JsonNode value);
    }

    record Child(String name) implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode value) {
            return Stream.of(value.path(name)).filter(child -> !child.isMissingNode());
        }
    }

    record Every() implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode value) {
            return value.valueStream();
        }
    }

    /// The value itself and all its descendants.
    record Below() implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode value) {
            return Stream.concat(Stream.of(value), value.valueStream().flatMap(this::from));
        }
    }

    /// Elements of an array between two indexes, the second excluded; negative ones count from the end.
    record Range(int from, int to) implements Step {
        static Range single(int index) {
            return new Range(index, index == -1 ? Integer.MAX_VALUE : index + 1);
        }

        @Override
        public Stream<JsonNode> from(JsonNode value) {
            int size = value.isArray() ? value.size() : 0;
            int begin = Math.max(0, from < 0 ? size + from : from);
            int end = Math.min(size, to < 0 ? size + to : to);
            return value.valueStream().limit(Math.max(0, end)).skip(begin);
        }
    }

    /// Elements of an array that pass a filter.
    record Where(JsonPath left, String operator, String right) implements Step {
        @Override
        public Stream<JsonNode> from(JsonNode value) {
            return value.isArray() ? value.valueStream().filter(this::holds) : Stream.empty();
        }

        private boolean holds(JsonNode element) {
            Optional<JsonNode> found = left.first(element);
            if (operator.isEmpty() || found.isEmpty()) {
                return operator.isEmpty() && found.isPresent();
            }
            int order = compare(found.get(), right);
            return switch (operator) {
                case "==" -> order == 0;
                case "!=" -> order != 0;
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        }

        private static int compare(JsonNode value, String text) {
            if (value.isNumber()) {
                try {
                    return Double.compare(value.doubleValue(), Double.parseDouble(text));
                } catch (NumberFormatException e) {
                    return value.asText().compareTo(text); // a number never equals a word
                }
            }
            return value.asText().compareTo(text);
        }
    }
}
