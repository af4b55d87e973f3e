package io.livekube.hub.http;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the form of an answer in an `Accept` header, as kube-apiserver does: the first that can be given,
/// the more wanted before the less.
///
/// Protobuf can't, so clients that would take it or JSON get JSON.
final class Accepted {
    private static final String KNOWN = "application/json, application/json;as=Table;g=meta.k8s.io;v=v1,"
            + " application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
            + " application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private Accepted() {}

    /// One media range.
    private record Clause(String type, Map<String, String> parameters) {
        static Clause parse(String text) {
            String[] parts = text.split(";", -1);
            Map<String, String> parameters = new HashMap<>();
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                if (equals > 0) {
                    parameters.put(
                            parts[i].substring(0, equals).strip(),
                            parts[i].substring(equals + 1).strip());
                }
            }
            return new Clause(parts[0].strip().toLowerCase(Locale.ROOT), parameters);
        }

        String parameter(String name) {
            return parameters.getOrDefault(name, "");
        }

        double quality() {
            try {
                return parameters.containsKey("q") ? Double.parseDouble(parameter("q")) : 1;
            } catch (NumberFormatException e) {
                return 1;
            }
        }

        boolean json() {
            return type.equals("application/json") || type.equals("application/*") || type.equals("*/*");
        }
    }

    /// @param accept the header; empty if there is none
    /// @throws HttpProblem 406 that lists what there is
    static Encoding negotiate(Optional<String> accept, Encoding.Subject subject) {
        if (accept.filter(header -> !header.isBlank()).isEmpty()) {
            return new Encoding.Json();
        }
        List<Clause> clauses = Stream.of(accept.get().split(",", -1))
                .map(Clause::parse)
                .filter(Clause::json)
                .sorted(Comparator.comparingDouble(Clause::quality).reversed())
                .toList();
        for (Clause clause : clauses) {
            if (clause.parameter("as").isEmpty()) {
                return new Encoding.Json();
            }
            Optional<Encoding> found =
                    Encoding.of(clause.parameter("as"), clause.parameter("g"), clause.parameter("v"), subject);
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw HttpProblem.of(406, "only the following media types are accepted: " + KNOWN);
    }
}
