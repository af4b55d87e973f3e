package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Parameters of a list, validated as kube-apiserver does, with its error messages.
///
/// @param limit page size; 0 for everything
/// @param continueToken of the previous page; empty for the first page
record ListQuery(VersionMatch version, int limit, Optional<String> continueToken) {
    private static final String MATCH = "resourceVersionMatch";
    private static final String FORBIDDEN = "FieldValueForbidden";

    /// @throws HttpProblem that says what is invalid
    static ListQuery parse(HttpExchange exchange) {
        Optional<String> version = exchange.parameter("resourceVersion");
        Optional<String> match = exchange.parameter(MATCH);
        Optional<String> token = exchange.parameter("continue");
        int limit = exchange.parameter("limit").map(ListQuery::limit).orElse(0);
        check(version, match, token, exchange.parameter("sendInitialEvents"));
        VersionMatch wish = VersionMatch.parse(version);
        if (token.isPresent()) {
            if (wish instanceof VersionMatch.Since) {
                throw HttpProblem.of(400, "specifying resource version is not allowed when using continue");
            }
            // With version 0 the API server ignores the limit.
            return new ListQuery(wish, wish instanceof VersionMatch.Any ? 0 : limit, token);
        }
        if (wish instanceof VersionMatch.Any) {
            return new ListQuery(wish, 0, token);
        }
        // A limit with a version but no match means exactly this version, for compatibility with older clients.
        boolean exact = match.equals(Optional.of("Exact")) || (match.isEmpty() && limit > 0);
        return new ListQuery(
                exact && wish instanceof VersionMatch.Since since ? new VersionMatch.Exactly(since.version()) : wish,
                limit,
                token);
    }

    private static void check(
            Optional<String> version, Optional<String> match, Optional<String> token, Optional<String> initial) {
        List<StatusDetails.Cause> wrong = new ArrayList<>();
        if (match.isPresent()) {
            if (version.isEmpty()) {
                wrong.add(forbidden(MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
            }
            if (token.isPresent()) {
                wrong.add(forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
            }
            String rule = match.get();
            if (!rule.equals("Exact") && !rule.equals("NotOlderThan")) {
                wrong.add(new StatusDetails.Cause(
                        "FieldValueNotSupported",
                        "Unsupported value: \"%s\": supported values: \"Exact\", \"NotOlderThan\", \"\""
                                .formatted(rule),
                        MATCH));
            }
            if (rule.equals("Exact") && version.equals(Optional.of("0"))) {
                wrong.add(forbidden(MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
            }
        }
        if (initial.isPresent()) {
            wrong.add(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        if (!wrong.isEmpty()) {
            throw invalid(wrong);
        }
    }

    static StatusDetails.Cause forbidden(String field, String message) {
        return new StatusDetails.Cause(FORBIDDEN, "Forbidden: " + message, field);
    }

    static HttpProblem invalid(List<StatusDetails.Cause> wrong) {
        List<String> texts = wrong.stream()
                .map(cause -> cause.field() + ": " + cause.message())
                .toList();
        String all = texts.size() == 1 ? texts.getFirst() : "[" + String.join(", ", texts) + "]";
        return new StatusProblem(
                HttpProblem.of(422, "ListOptions.meta.k8s.io \"\" is invalid: " + all),
                new StatusDetails("meta.k8s.io", "ListOptions", "", wrong, ""));
    }

    private static int limit(String text) {
        try {
            return Math.clamp(Long.parseLong(text), 0, Integer.MAX_VALUE);
        } catch (NumberFormatException e) {
            throw HttpProblem.of(400, "strconv.ParseInt: parsing \"%s\": invalid syntax".formatted(text));
        }
    }
}
