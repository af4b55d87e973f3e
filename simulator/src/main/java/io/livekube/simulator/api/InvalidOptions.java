package io.livekube.simulator.api;

import io.livekube.simulator.store.ApiException;
import java.util.ArrayList;
import java.util.List;

/// Collects all violations of list options into one 422.
final class InvalidOptions {
    private static final String MATCH = "resourceVersionMatch";

    private record Problem(String reason, String message, String field) {}

    private final List<Problem> problems = new ArrayList<>();

    void forbidden(String message) {
        forbiddenField(MATCH, message);
    }

    void forbiddenField(String field, String message) {
        problems.add(new Problem("FieldValueForbidden", "Forbidden: " + message, field));
    }

    void unsupportedMatch(String value, String supported) {
        problems.add(new Problem(
                "FieldValueNotSupported",
                "Unsupported value: \"" + value + "\": supported values: " + supported,
                MATCH));
    }

    void throwIfAny() {
        if (problems.isEmpty()) {
            return;
        }
        List<String> texts =
                problems.stream().map(p -> p.field() + ": " + p.message()).toList();
        String all = texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
        ApiException invalid = new ApiException(422, "Invalid", "ListOptions.meta.k8s.io \"\" is invalid: " + all)
                .aboutGroupKind("meta.k8s.io", "ListOptions", "");
        for (Problem problem : problems) {
            invalid = invalid.because(problem.reason(), problem.message(), problem.field());
        }
        throw invalid;
    }
}
