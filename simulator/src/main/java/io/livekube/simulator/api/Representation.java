package io.livekube.simulator.api;

import io.livekube.simulator.store.ApiException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Form in which a client accepts objects, from its `Accept` header.
sealed interface Representation {
    /// Complete objects.
    record Plain() implements Representation {}

    /// Rows with a type's columns.
    record Table(String version, IncludeObject include) implements Representation {}

    /// Metadata only.
    record Partial(String version, boolean list) implements Representation {}

    /// The part of the object that each row of a table includes.
    enum IncludeObject {
        NONE,
        METADATA,
        OBJECT
    }

    /// The shape of a response, which decides what it can be transformed to.
    enum Subject {
        OBJECT,
        LIST,
        WATCH
    }

    Plain PLAIN = new Plain();

    static Representation negotiate(ApiExchange exchange, Subject subject) {
        Optional<String> accept = exchange.header("Accept").filter(header -> !header.isBlank());
        if (accept.isEmpty()) {
            return PLAIN;
        }
        boolean knownMediaType = false;
        for (Clause clause : clauses(accept.get())) {
            if (!clause.json()) {
                continue;
            }
            knownMediaType = true;
            Optional<Representation> found = clause.representation(exchange);
            if (found.isPresent()) {
                check(found.get(), subject);
                return found.get();
            }
        }
        throw new ApiException(
                406,
                "NotAcceptable",
                knownMediaType
                        ? "only the following media types are accepted: application/json"
                        : "406: Not Acceptable\n\nAvailable representations: application/json,"
                                + " application/json;stream=watch");
    }

    private static void check(Representation representation, Subject subject) {
        if (!(representation instanceof Partial partial)) {
            return;
        }
        if (subject == Subject.LIST && !partial.list()) {
            throw new ApiException(
                    406, "NotAcceptable", "you requested PartialObjectMetadata, but the requested object is a list");
        }
        if (subject != Subject.LIST && partial.list()) {
            throw new ApiException(
                    406,
                    "NotAcceptable",
                    "you requested PartialObjectMetadataList, but the requested object is not a list");
        }
    }

    private static List<Clause> clauses(String accept) {
        return Arrays.stream(accept.split(",", -1))
                .map(Clause::parse)
                .sorted(Comparator.comparingDouble(Clause::quality).reversed())
                .toList();
    }

    /// One media range of an `Accept` header.
    record Clause(String mediaType, Map<String, String> parameters) {
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

        double quality() {
            try {
                return Double.parseDouble(parameters.getOrDefault("q", "1"));
            } catch (NumberFormatException e) {
                return 1;
            }
        }

        boolean json() {
            return mediaType.equals("application/json") || mediaType.equals("*/*");
        }

        private Optional<Representation> representation(ApiExchange exchange) {
            String as = parameters.getOrDefault("as", "");
            if (as.isEmpty()) {
                return Optional.of(PLAIN);
            }
            String version = parameters.getOrDefault("v", "");
            if (!parameters.getOrDefault("g", "").equals("meta.k8s.io")
                    || !(version.equals("v1") || version.equals("v1beta1"))) {
                return Optional.empty();
            }
            return switch (as) {
                case "Table" -> Optional.of(new Table(version, include(exchange)));
                case "PartialObjectMetadata" -> Optional.of(new Partial(version, false));
                case "PartialObjectMetadataList" -> Optional.of(new Partial(version, true));
                default -> Optional.empty();
            };
        }

        private static IncludeObject include(ApiExchange exchange) {
            String include = exchange.parameter("includeObject").orElse("Metadata");
            return switch (include) {
                case "None" -> IncludeObject.NONE;
                case "Metadata" -> IncludeObject.METADATA;
                case "Object" -> IncludeObject.OBJECT;
                default ->
                    throw ApiException.badRequest(
                            "Unable to convert to Table as requested: includeObject: Invalid value: \"" + include
                                    + "\": must be 'Metadata', 'Object', 'None', or empty");
            };
        }
    }
}
