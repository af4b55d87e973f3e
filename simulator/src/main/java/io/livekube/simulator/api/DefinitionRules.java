package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import java.util.HashSet;
import java.util.Set;

/// Validation of CRDs, as far as serving their resources depends on it.
final class DefinitionRules {
    private static final ResourceType TYPE = BuiltInTypes.CUSTOM_RESOURCE_DEFINITION;

    private DefinitionRules() {}

    static void check(JsonNode crd) {
        JsonNode spec = crd.path("spec");
        require(crd, spec.path("group"), "spec.group");
        require(crd, spec.path("names").path("plural"), "spec.names.plural");
        require(crd, spec.path("names").path("kind"), "spec.names.kind");
        require(crd, spec.path("scope"), "spec.scope");
        String scope = spec.path("scope").asText();
        if (!scope.equals("Namespaced") && !scope.equals("Cluster")) {
            throw refusal(
                    crd,
                    "FieldValueNotSupported",
                    "spec.scope",
                    "Unsupported value: \"" + scope + "\": supported values: \"Cluster\", \"Namespaced\"");
        }
        String group = spec.path("group").asText();
        String plural = spec.path("names").path("plural").asText();
        String name = crd.path("metadata").path("name").asText();
        if (!name.equals(plural + "." + group)) {
            throw invalid(crd, "metadata.name", name, "must be spec.names.plural+\".\"+spec.group");
        }
        for (ResourceType builtIn : BuiltInTypes.all()) {
            if (builtIn.group().equals(group)
                    && (builtIn.plural().equals(plural)
                            || builtIn.kind()
                                    .equals(spec.path("names").path("kind").asText()))) {
                throw invalid(crd, "spec.names", name, "the server serves " + builtIn.qualifiedName() + " itself");
            }
        }
        checkVersions(crd, spec.path("versions"));
    }

    /// Validates an update: the scope is immutable.
    static void checkChange(JsonNode before, JsonNode after) {
        String scope = after.path("spec").path("scope").asText();
        if (!scope.equals(before.path("spec").path("scope").asText())) {
            throw invalid(after, "spec.scope", scope, "field is immutable");
        }
    }

    private static void checkVersions(JsonNode crd, JsonNode versions) {
        if (!versions.isArray() || versions.isEmpty()) {
            throw refusal(crd, "FieldValueRequired", "spec.versions", "Required value");
        }
        Set<String> names = new HashSet<>();
        int stored = 0;
        for (int i = 0; i < versions.size(); i++) {
            JsonNode name = versions.path(i).path("name");
            require(crd, name, "spec.versions[" + i + "].name");
            if (!names.add(name.asText())) {
                throw invalid(
                        crd, "spec.versions[" + i + "].name", name.asText(), "must be the only version of its name");
            }
            stored += versions.path(i).path("storage").asBoolean() ? 1 : 0;
        }
        if (stored != 1) {
            throw invalid(
                    crd,
                    "spec.versions",
                    versions.toString(),
                    "must have exactly one version marked as storage version");
        }
    }

    private static void require(JsonNode crd, JsonNode value, String field) {
        if (!value.isTextual() || value.asText().isEmpty()) {
            throw refusal(crd, "FieldValueRequired", field, "Required value");
        }
    }

    private static ApiException invalid(JsonNode crd, String field, String value, String why) {
        return refusal(crd, "FieldValueInvalid", field, "Invalid value: \"" + value + "\": " + why);
    }

    private static ApiException refusal(JsonNode crd, String reason, String field, String message) {
        return ObjectNames.invalid(TYPE, crd.path("metadata").path("name").asText(), reason, field, message);
    }
}
