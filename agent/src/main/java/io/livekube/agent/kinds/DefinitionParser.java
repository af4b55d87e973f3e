package io.livekube.agent.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Parser for CustomResourceDefinitions.
public final class DefinitionParser {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionParser.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private DefinitionParser() {}

    /// The defined kind, in the storage version if that is served, otherwise in the first served version; empty
    /// while the definition is not established, or if it serves no version.
    public static Optional<Part.Kind> kind(KubeObject definition) {
        try {
            return kind(JSON.readTree(definition.content()));
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("{}: cannot parse the definition; not following its objects: {}", definition, e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<Part.Kind> kind(JsonNode definition) {
        JsonNode spec = definition.path("spec");
        if (!established(definition.path("status"))) {
            return Optional.empty();
        }
        return version(spec)
                .map(version -> new Part.Kind(
                        new Resource(
                                spec.path("group").asText(),
                                version,
                                spec.path("names").path("plural").asText()),
                        spec.path("names").path("kind").asText(),
                        spec.path("scope").asText().equals("Namespaced")));
    }

    private static boolean established(JsonNode status) {
        return status.path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asText().equals("Established")
                        && condition.path("status").asText().equals("True"));
    }

    private static Optional<String> version(JsonNode spec) {
        Optional<String> served = Optional.empty();
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean()) {
                Optional<String> name = Optional.of(version.path("name").asText());
                if (version.path("storage").asBoolean()) {
                    return name;
                }
                served = served.or(() -> name);
            }
        }
        return served;
    }
}
