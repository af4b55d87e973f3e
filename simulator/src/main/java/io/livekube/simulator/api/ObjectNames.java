package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.apimachinery.selector.LabelSyntax;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/// Generates object names, validates them, and compares them with the URL.
final class ObjectNames {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern DNS_LABEL = Pattern.compile(LABEL);
    private static final int MAX_SUBDOMAIN = 253;
    private static final int MAX_LABEL = 63;

    /// Alphabet of generated suffixes: no vowels, no characters that look alike.
    private static final String SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX_LENGTH = 5;
    private static final Set<ResourceType> LABEL_NAMED = Set.of(BuiltInTypes.NAMESPACE, BuiltInTypes.SERVICE);

    private ObjectNames() {}

    /// The name of an object to create, generated from `generateName` if necessary.
    static String forCreate(ResourceType type, ObjectNode metadata) {
        String name = metadata.path("name").asText();
        String generateName = metadata.path("generateName").asText();
        if (name.isEmpty() && !generateName.isEmpty()) {
            name = generateName.substring(0, Math.min(generateName.length(), MAX_LABEL - SUFFIX_LENGTH)) + suffix();
            metadata.put("name", name);
        }
        if (name.isEmpty()) {
            String message = "Required value: name or generateName is required";
            throw invalid(type, "", "FieldValueRequired", "metadata.name", message);
        }
        check(type, name);
        return name;
    }

    private static void check(ResourceType type, String name) {
        String problem = LABEL_NAMED.contains(type) ? labelProblem(name) : subdomainProblem(name);
        if (!problem.isEmpty()) {
            throw invalid(
                    type, name, "FieldValueInvalid", "metadata.name", "Invalid value: \"" + name + "\": " + problem);
        }
    }

    private static String subdomainProblem(String name) {
        if (name.length() > MAX_SUBDOMAIN) {
            return "must be no more than 253 characters";
        }
        return SUBDOMAIN.matcher(name).matches()
                ? ""
                : "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and"
                        + " must start and end with an alphanumeric character (e.g. 'example.com', regex used for"
                        + " validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    }

    private static String labelProblem(String name) {
        if (name.length() > MAX_LABEL) {
            return "must be no more than 63 characters";
        }
        if (name.contains(".")) {
            return "must not contain dots";
        }
        return DNS_LABEL.matcher(name).matches()
                ? ""
                : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must"
                        + " start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for"
                        + " validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    }

    /// Rejects invalid labels and invalid annotation keys.
    static void checkLabels(ResourceType type, ObjectNode metadata) {
        for (var label : metadata.path("labels").properties()) {
            LabelSyntax.keyProblem(label.getKey()).ifPresent(problem -> {
                throw invalidText(type, metadata, "metadata.labels", label.getKey(), problem);
            });
            String value = label.getValue().asText();
            LabelSyntax.valueProblem(value).ifPresent(problem -> {
                throw invalidText(type, metadata, "metadata.labels", value, problem);
            });
        }
        for (var annotation : metadata.path("annotations").properties()) {
            // The prefix of an annotation key may have capitals.
            LabelSyntax.keyProblem(annotation.getKey().toLowerCase(Locale.ROOT)).ifPresent(problem -> {
                throw invalidText(type, metadata, "metadata.annotations", annotation.getKey(), problem);
            });
        }
    }

    private static ApiException invalidText(
            ResourceType type, ObjectNode metadata, String field, String text, String problem) {
        String name = metadata.path("name").asText();
        return invalid(type, name, "FieldValueInvalid", field, "Invalid value: \"" + text + "\": " + problem);
    }

    /// The error for one invalid field.
    static ApiException invalid(ResourceType type, String name, String reason, String field, String message) {
        String kind = type.group().isEmpty() ? type.kind() : type.kind() + "." + type.group();
        return new ApiException(422, "Invalid", kind + " \"" + name + "\" is invalid: " + field + ": " + message)
                .aboutKind(type, name)
                .because(reason, message, field);
    }

    /// Sets an object's namespace to that of the URL, or rejects a different one.
    static void putNamespace(ResourceType type, ObjectNode metadata, String namespace) {
        if (!type.namespaced()) {
            metadata.remove("namespace");
            return;
        }
        String given = metadata.path("namespace").asText();
        if (!given.isEmpty() && !given.equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
        metadata.put("namespace", namespace);
    }

    /// Rejects an object whose name differs from that in the URL.
    static void requireName(ObjectNode metadata, String name) {
        String given = metadata.path("name").asText();
        if (given.isEmpty()) {
            throw ApiException.badRequest(
                    "the name of the object (" + name + " based on URL) was undeterminable: name must be provided");
        }
        if (!given.equals(name)) {
            throw ApiException.badRequest(
                    "the name of the object (" + given + ") does not match the name on the URL (" + name + ")");
        }
    }

    private static String suffix() {
        StringBuilder suffix = new StringBuilder(SUFFIX_LENGTH);
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            suffix.append(SUFFIX_ALPHABET.charAt(ThreadLocalRandom.current().nextInt(SUFFIX_ALPHABET.length())));
        }
        return suffix.toString();
    }
}
