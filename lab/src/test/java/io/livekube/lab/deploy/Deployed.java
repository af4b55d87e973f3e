package io.livekube.lab.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The objects of a manifest.
record Deployed(List<JsonNode> objects) {
    static final Path DIRECTORY = Path.of("..", "deploy").toAbsolutePath().normalize();

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    static Deployed manifest(String part) {
        try {
            return parse(Files.readString(DIRECTORY.resolve("manifests").resolve(part + ".yaml")));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the manifest of the " + part, e);
        }
    }

    static Deployed parse(String yaml) {
        try (MappingIterator<JsonNode> documents =
                YAML.readerFor(JsonNode.class).readValues(yaml)) {
            return new Deployed(
                    documents.readAll().stream().filter(JsonNode::isObject).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("not YAML: " + yaml, e);
        }
    }

    /// The only object of a kind.
    JsonNode the(String kind) {
        List<JsonNode> found = all(kind).toList();
        if (found.size() != 1) {
            throw new AssertionError("%d objects are a %s".formatted(found.size(), kind));
        }
        return found.getFirst();
    }

    Stream<JsonNode> all(String kind) {
        return objects.stream().filter(object -> object.path("kind").asText().equals(kind));
    }

    /// Arguments of the only container of the only Deployment.
    List<String> arguments() {
        return the("Deployment")
                .at("/spec/template/spec/containers/0/args")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    /// Resources and paths that a role allows, such as `apps/deployments`.
    static List<String> allowed(JsonNode role) {
        return role.path("rules").valueStream().flatMap(Deployed::allowedBy).toList();
    }

    private static Stream<String> allowedBy(JsonNode rule) {
        Stream<String> resources = rule.path("apiGroups")
                .valueStream()
                .flatMap(group ->
                        rule.path("resources").valueStream().map(plural -> group.asText() + "/" + plural.asText()));
        return Stream.concat(
                resources, rule.path("nonResourceURLs").valueStream().map(JsonNode::asText));
    }
}
