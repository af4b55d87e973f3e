package io.livekube.simulator.api;

import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.StoredJson;
import java.util.List;

/// The option that asks for an answer without its effects.
final class DryRun {
    private DryRun() {}

    /// Whether a write is a dry run.
    ///
    /// @param kind of the options it is one of, for the refusal
    static boolean wanted(ApiExchange exchange, String kind) {
        return wanted(kind, exchange.parameters("dryRun"));
    }

    /// @throws ApiException 422 for anything but `All`: what is meant as a dry run must never be done
    static boolean wanted(String kind, List<String> given) {
        List<String> values = given.stream().filter(value -> !value.isEmpty()).toList();
        if (values.stream().anyMatch(value -> !value.equals("All"))) {
            var shown = StoredJson.object().putArray("dryRun");
            values.forEach(shown::add);
            throw invalid(kind, "dryRun", "Unsupported value: " + shown + ": supported values: \"All\"");
        }
        return !values.isEmpty();
    }

    /// A refusal of an option.
    static ApiException invalid(String kind, String field, String message) {
        return new ApiException(422, "Invalid", kind + ".meta.k8s.io \"\" is invalid: " + field + ": " + message)
                .aboutGroupKind("meta.k8s.io", kind, "")
                .because("FieldValueNotSupported", message, field);
    }
}
