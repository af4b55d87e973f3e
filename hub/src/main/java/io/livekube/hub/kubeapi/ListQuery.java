package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parameters of a list request, validated as in kube-apiserver, with the same error messages.
///
/// @param limit page size; 0 for everything
/// @param continueToken token from the previous page; empty for the first page
record ListQuery(VersionMatch version, int limit, Optional<String> continueToken) {
    private static final String MATCH = "resourceVersionMatch";
    private static final String FORBIDDEN = "FieldValueForbidden";

    /// @throws HttpProblem with a description of what is invalid
    static ListQuery parse(HttpExchange exchange) {
        Optional<String> version = exchange.parameter("resourceVersion");
        Optional<String> match = exchange.parameter(MATCH);
        Optional<String> token = exchange.parameter("continue");
        int limit = exchange.parameter("limit").map(ListQuery::limit).orElse(0);
        check(version, match, token, exchange.parameter("sendInitialEvents"));
        VersionMatch requested = VersionMatch.parse(version);
        if (token.isPresent()) {
            if (requested instanceof VersionMatch.Since) {
                throw HttpProblem.of(400, "specifying resource version is not allowed when using continue");
            }
            // With version 0, the API server ignores the limit.
            return new ListQuery(requested, requested instanceof VersionMatch.Any ? 0 : limit, token);
        }
        if (requested instanceof VersionMatch.Any) {
            return new ListQuery(requested, 0, token);
        }
        // A limit with a version but no match means exactly this version, for compatibility with older clients.
        boolean exact = match.equals(Optional.of("Exact")) || (match.isEmpty() && limit > 0);
        return new ListQuery(
                exact && requested instanceof VersionMatch.Since since
                        ? new VersionMatch.Exactly(since.version())
                        : requested,
                limit,
                token);
    }

    private static void check(
            Optional<String> version, Optional<String> match, Optional<String> token, Optional<String> initial) {
        List<StatusDetails.Cause> causes = new ArrayList<>();
        if (match.isPresent()) {
            if (version.isEmpty()) {
                causes.add(forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
            }
            if (token.isPresent()) {
                causes.add(forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
            }
            String rule = match.get();
            if (!rule.equals("Exact") && !rule.equals("NotOlderThan")) {
                causes.add(new StatusDetails.Cause(
                        "FieldValueNotSupported",
                        "Unsupported value: \"%s\": supported values: \"Exact\", \"NotOlderThan\", \"\""
                                .formatted(rule),
                        MATCH));
            }
            if (rule.equals("Exact") && version.equals(Optional.of("0"))) {
                causes.add(forbidden(MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
            }
        }
        if (initial.isPresent()) {
            causes.add(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        if (!causes.isEmpty()) {
            throw invalid(causes);
        }
    }

    static StatusDetails.Cause forbidden(String field, String message) {
        return new StatusDetails.Cause(FORBIDDEN, "Forbidden: " + message, field);
    }

    static HttpProblem invalid(List<StatusDetails.Cause> causes) {
        List<String> texts = causes.stream()
                .map(cause -> cause.field() + ": " + cause.message())
                .toList();
        String all = texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
        return new StatusProblem(
                HttpProblem.of(422, "ListOptions.meta.k8s.io \"\" is invalid: " + all),
                new StatusDetails("meta.k8s.io", "ListOptions", "", causes, ""));
    }

    private static int limit(String text) {
        try {
            return Math.clamp(Long.parseLong(text), 0, Integer.MAX_VALUE);
        } catch (NumberFormatException e) {
            throw HttpProblem.of(400, "strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(text));
        }
    }
}
