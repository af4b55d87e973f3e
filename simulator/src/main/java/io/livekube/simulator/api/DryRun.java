package io.livekube.simulator.api;

import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.StoredJson;
import java.util.List;

/// The `dryRun` option of writes.
final class DryRun {
    private DryRun() {}

    /// Whether a write is a dry run.
    ///
    /// @param kind of the options object, for the error message
    static boolean wanted(ApiExchange exchange, String kind) {
        return wanted(kind, exchange.parameters("dryRun"));
    }

    /// @throws ApiException 422 for any value but `All`, so that a misspelled dry run is never executed
    static boolean wanted(String kind, List<String> given) {
        List<String> values = given.stream().filter(value -> !value.isEmpty()).toList();
        if (values.stream().anyMatch(value -> !value.equals("All"))) {
            var shown = StoredJson.object().putArray("dryRun");
            values.forEach(shown::add);
            throw invalid(kind, "dryRun", "Unsupported value: " + shown + ": supported values: \"All\"");
        }
        return !values.isEmpty();
    }

    /// The error for an invalid option.
    static ApiException invalid(String kind, String field, String message) {
        return new ApiException(422, "Invalid", kind + ".meta.k8s.io \"\" is invalid: " + field + ": " + message)
                .aboutGroupKind("meta.k8s.io", kind, "")
                .because("FieldValueNotSupported", message, field);
    }
}
