package io.livekube.hub.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.livekube.apimachinery.table.PrinterColumn;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The parts of a CustomResourceDefinition that the hub needs.
///
/// @param established whether the API server serves it
public record CustomKindDefinition(
        String group,
        String plural,
        String singular,
        String kind,
        List<String> shortNames,
        List<String> categories,
        boolean namespaced,
        boolean established,
        List<Version> versions) {
    /// The CustomResourceDefinition kind itself.
    public static final Resource RESOURCE = new Resource("apiextensions.k8s.io", "v1", "customresourcedefinitions");

    private static final JsonMapper MAPPER = new JsonMapper();

    /// One version of the kind.
    ///
    /// @param selectable JSON paths of the fields by which objects can be selected
    public record Version(String name, boolean served, List<PrinterColumn> columns, List<String> selectable) {
        public Version {
            columns = List.copyOf(columns);
            selectable = List.copyOf(selectable);
        }
    }

    public CustomKindDefinition {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        versions = List.copyOf(versions);
    }

    /// Parses a mirrored CustomResourceDefinition; empty if a required field is missing.
    public static Optional<CustomKindDefinition> read(KubeObject definition) {
        try {
            return read(MAPPER.readTree(definition.content()));
        } catch (IOException e) {
            throw new UncheckedIOException("stored objects are valid JSON", e);
        }
    }

    /// Parses a CustomResourceDefinition; empty if a required field is missing.
    public static Optional<CustomKindDefinition> read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode accepted = object.path("status").path("acceptedNames");
        JsonNode names = accepted.path("plural").asText().isEmpty() ? spec.path("names") : accepted;
        var definition = new CustomKindDefinition(
                spec.path("group").asText(),
                names.path("plural").asText(),
                names.path("singular").asText(),
                names.path("kind").asText(),
                texts(names.path("shortNames")),
                texts(names.path("categories")),
                spec.path("scope").asText().equals("Namespaced"),
                elements(object.path("status").path("conditions"))
                        .anyMatch(condition -> condition.path("type").asText().equals("Established")
                                && condition.path("status").asText().equals("True")),
                elements(spec.path("versions"))
                        .map(CustomKindDefinition::version)
                        .toList());
        return Stream.of(definition.group, definition.plural, definition.kind).anyMatch(String::isEmpty)
                ? Optional.empty()
                : Optional.of(definition);
    }

    /// The kind in each served version.
    public List<Part.Kind> served() {
        return versions.stream()
                .filter(version -> version.served() && !version.name().isEmpty())
                .map(version -> new Part.Kind(new Resource(group, version.name(), plural), kind, namespaced))
                .toList();
    }

    public Optional<Version> version(String name) {
        return versions.stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst();
    }

    private static Version version(JsonNode version) {
        return new Version(
                version.path("name").asText(),
                version.path("served").asBoolean(),
                elements(version.path("additionalPrinterColumns"))
                        .map(column -> new PrinterColumn(
                                column.path("name").asText(),
                                column.path("type").asText(),
                                column.path("format").asText(),
                                column.path("description").asText(),
                                column.path("priority").asInt(),
                                column.path("jsonPath").asText()))
                        .toList(),
                elements(version.path("selectableFields"))
                        .map(field -> field.path("jsonPath").asText())
                        .filter(path -> !path.isEmpty())
                        .toList());
    }

    private static List<String> texts(JsonNode array) {
        return elements(array).map(JsonNode::asText).toList();
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return array.valueStream();
    }
}
