package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.ResponseHead;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Negotiates the representation of a response from an `Accept` header as kube-apiserver does: the first
/// supported media type, in order of quality.
///
/// Objects are never sent as protobuf, so clients that accept both get JSON.
final class AcceptHeader {
    private static final String KNOWN = "application/json, application/json;as=Table;g=meta.k8s.io;v=v1,"
            + " application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
            + " application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    /// The two most frequent headers, parsed once.
    private static final AcceptHeader JSON = new AcceptHeader(List.of(Clause.parse(ResponseHead.JSON)));

    private static final AcceptHeader ANYTHING = new AcceptHeader(List.of(Clause.parse("*/*")));

    private final List<Clause> clauses;

    private AcceptHeader(List<Clause> clauses) {
        this.clauses = clauses;
    }

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

        boolean plain() {
            return parameter("as").isEmpty();
        }

        boolean covers(String mediaType) {
            return type.equals(mediaType)
                    || type.equals("*/*")
                    || (type.endsWith("/*") && mediaType.startsWith(type.substring(0, type.length() - 1)));
        }
    }

    /// The `Accept` header of a request; accepts anything if there is none.
    static AcceptHeader of(HttpExchange exchange) {
        return of(exchange.header("Accept").orElse(""));
    }

    static AcceptHeader of(String header) {
        if (header.isBlank()) {
            return ANYTHING;
        }
        if (header.equals(ResponseHead.JSON)) {
            return JSON;
        }
        return new AcceptHeader(Stream.of(header.split(",", -1))
                .map(Clause::parse)
                .sorted(Comparator.comparingDouble(Clause::quality).reversed())
                .toList());
    }

    /// Representation of objects.
    ///
    /// @throws HttpProblem 406 with the supported media types
    ObjectRepresentation encoding(ObjectRepresentation.Subject subject) {
        for (Clause clause : clauses) {
            if (!clause.covers(ResponseHead.JSON)) {
                continue;
            }
            if (clause.plain()) {
                return new ObjectRepresentation.Json();
            }
            Optional<ObjectRepresentation> found = ObjectRepresentation.of(
                    clause.parameter("as"), clause.parameter("g"), clause.parameter("v"), subject);
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw HttpProblem.of(406, "only the following media types are accepted: " + KNOWN);
    }

    /// Version of another document type that the client prefers to plain JSON; empty if it prefers plain JSON
    /// or nothing matches, since no client is rejected.
    ///
    /// @param versions supported versions
    Optional<String> version(String as, String group, List<String> versions) {
        for (Clause clause : clauses) {
            if (!clause.covers(ResponseHead.JSON)) {
                continue;
            }
            if (clause.plain()) {
                return Optional.empty();
            }
            String version = clause.parameter("v");
            if (clause.parameter("as").equals(as)
                    && clause.parameter("g").equals(group)
                    && versions.contains(version)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    /// First acceptable media type.
    ///
    /// @param types supported types, the default first
    Optional<String> mediaType(List<String> types) {
        return clauses.stream()
                .filter(Clause::plain)
                .flatMap(clause -> types.stream().filter(clause::covers).limit(1))
                .findFirst();
    }
}
