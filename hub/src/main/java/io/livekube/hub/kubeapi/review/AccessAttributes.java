package io.livekube.hub.kubeapi.review;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Action whose permission is checked.
sealed interface AccessAttributes {
    String verb();

    /// An action on objects of a kind.
    ///
    /// @param subresource empty for the objects themselves
    record Objects(String verb, String group, String resource, String subresource) implements AccessAttributes {}

    /// An action on a non-resource path.
    record Path(String verb, String path) implements AccessAttributes {}

    /// Parses a `SelfSubjectAccessReview` in JSON.
    static AccessAttributes read(JsonNode review) throws InvalidReviewException {
        JsonNode objects = review.at("/spec/resourceAttributes");
        JsonNode path = review.at("/spec/nonResourceAttributes");
        return one(
                objects.isObject()
                        ? Optional.of(new Objects(
                                text(objects, "verb"),
                                text(objects, "group"),
                                text(objects, "resource"),
                                text(objects, "subresource")))
                        : Optional.empty(),
                path.isObject() ? Optional.of(new Path(text(path, "verb"), text(path, "path"))) : Optional.empty());
    }

    /// Parses a `SelfSubjectAccessReview` in protobuf.
    static AccessAttributes read(ByteBuffer review) throws InvalidReviewException {
        Optional<AccessAttributes> objects = Optional.empty();
        Optional<AccessAttributes> path = Optional.empty();
        var object = new ProtobufReader(review);
        while (object.next()) {
            if (object.number() != 2) {
                continue;
            }
            var spec = new ProtobufReader(object.bytes());
            while (spec.next()) {
                switch (spec.number()) {
                    case 1 -> objects = Optional.of(objects(spec.bytes()));
                    case 2 -> path = Optional.of(path(spec.bytes()));
                    default -> {}
                }
            }
        }
        return one(objects, path);
    }

    private static AccessAttributes objects(ByteBuffer attributes) throws InvalidReviewException {
        String verb = "";
        String group = "";
        String resource = "";
        String subresource = "";
        var fields = new ProtobufReader(attributes);
        while (fields.next()) {
            switch (fields.number()) {
                case 2 -> verb = fields.text();
                case 3 -> group = fields.text();
                case 5 -> resource = fields.text();
                case 6 -> subresource = fields.text();
                default -> {}
            }
        }
        return new Objects(verb, group, resource, subresource);
    }

    private static AccessAttributes path(ByteBuffer attributes) throws InvalidReviewException {
        String path = "";
        String verb = "";
        var fields = new ProtobufReader(attributes);
        while (fields.next()) {
            switch (fields.number()) {
                case 1 -> path = fields.text();
                case 2 -> verb = fields.text();
                default -> {}
            }
        }
        return new Path(verb, path);
    }

    private static AccessAttributes one(Optional<AccessAttributes> objects, Optional<AccessAttributes> path)
            throws InvalidReviewException {
        if (objects.isPresent() == path.isPresent()) {
            throw new InvalidReviewException(
                    "Exactly one of spec.resourceAttributes and spec.nonResourceAttributes must be set.");
        }
        return objects.isPresent() ? objects.get() : path.orElseThrow();
    }

    private static String text(JsonNode attributes, String field) {
        return attributes.path(field).asText("");
    }
}
