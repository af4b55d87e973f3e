package io.livekube.hub.kubeapi.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.Resource;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Access review: a client's query about its own permissions, and the answer.
public final class AccessReview {
    private static final String READER = "livekube:reader";
    private static final List<String> GROUPS = List.of("livekube:readers", "system:authenticated");

    private final ReviewKind kind;
    private final Optional<AccessAttributes> access;
    private final JsonNode jsonSpec;
    private final byte[] protoSpec;

    private AccessReview(ReviewKind kind, Optional<AccessAttributes> access, JsonNode jsonSpec, byte[] protoSpec) {
        this.kind = kind;
        this.access = access;
        this.jsonSpec = jsonSpec;
        this.protoSpec = protoSpec;
    }

    public static AccessReview ofJson(ReviewKind kind, JsonNode body) throws InvalidReviewException {
        requireKind(kind, body.path("apiVersion").asText(""), body.path("kind").asText(""));
        Optional<AccessAttributes> access =
                kind == ReviewKind.ACCESS ? Optional.of(AccessAttributes.read(body)) : Optional.empty();
        return new AccessReview(kind, access, body.path("spec"), new byte[0]);
    }

    public static AccessReview ofProtobuf(ReviewKind kind, byte[] body) throws InvalidReviewException {
        ReviewEnvelope envelope = ReviewEnvelope.open(body);
        requireKind(kind, envelope.apiVersion(), envelope.kind());
        Optional<AccessAttributes> access =
                kind == ReviewKind.ACCESS ? Optional.of(AccessAttributes.read(envelope.object())) : Optional.empty();
        return new AccessReview(kind, access, JsonNodeFactory.instance.missingNode(), spec(envelope.object()));
    }

    /// Kind and version are optional, because the path implies them.
    private static void requireKind(ReviewKind kind, String apiVersion, String name) throws InvalidReviewException {
        boolean fits = (name.isEmpty() || name.equals(kind.kind().kind()))
                && (apiVersion.isEmpty() || apiVersion.equals(kind.apiVersion()));
        if (!fits) {
            throw new InvalidReviewException(
                    "The body must be a %s in %s.".formatted(kind.kind().kind(), kind.apiVersion()));
        }
    }

    private static byte[] spec(ByteBuffer object) throws InvalidReviewException {
        byte[] spec = new byte[0];
        var fields = new ProtobufReader(object);
        while (fields.next()) {
            if (fields.number() == 2) {
                ByteBuffer found = fields.bytes().slice();
                spec = new byte[found.remaining()];
                found.get(spec);
            }
        }
        return spec;
    }

    /// Encodes the answer as JSON.
    ///
    /// @param served readable kinds
    public ObjectNode answer(Collection<Resource> served) {
        ReadOnlyRules rules = ReadOnlyRules.of(served);
        ObjectNode answer = JsonNodeFactory.instance
                .objectNode()
                .put("kind", kind.kind().kind())
                .put("apiVersion", kind.apiVersion());
        answer.putObject("metadata");
        if (kind != ReviewKind.SELF) {
            answer.set("spec", jsonSpec.isObject() ? jsonSpec : JsonNodeFactory.instance.objectNode());
        }
        ObjectNode status = answer.putObject("status");
        switch (kind) {
            case ACCESS -> {
                boolean allowed = allowed(rules);
                status.put("allowed", allowed);
                if (!allowed) {
                    status.put("denied", true).put("reason", ReadOnlyRules.WHY_NOT);
                }
            }
            case RULES -> {
                ArrayNode objects = status.putArray("resourceRules");
                rules.rules().forEach(rule -> {
                    ObjectNode one = objects.addObject();
                    put(one, "verbs", rule.verbs());
                    put(one, "apiGroups", List.of(rule.group()));
                    put(one, "resources", rule.resources());
                });
                ObjectNode paths = status.putArray("nonResourceRules").addObject();
                put(paths, "verbs", List.of("get"));
                put(paths, "nonResourceURLs", ReadOnlyRules.PATHS);
                status.put("incomplete", false);
            }
            case SELF -> put(status.putObject("userInfo").put("username", READER), "groups", GROUPS);
        }
        return answer;
    }

    /// Encodes the answer as protobuf.
    public byte[] answerInProtobuf(Collection<Resource> served) {
        ReadOnlyRules rules = ReadOnlyRules.of(served);
        var status = new ProtobufWriter();
        var answer = new ProtobufWriter().bytes(1, new byte[0]);
        switch (kind) {
            case ACCESS -> {
                boolean allowed = allowed(rules);
                status.flag(1, allowed)
                        .text(2, allowed ? "" : ReadOnlyRules.WHY_NOT)
                        .flag(4, !allowed);
                answer.bytes(2, protoSpec).message(3, status);
            }
            case RULES -> {
                rules.rules()
                        .forEach(rule -> status.message(
                                1,
                                new ProtobufWriter()
                                        .texts(1, rule.verbs())
                                        .text(2, rule.group())
                                        .texts(3, rule.resources())));
                status.message(2, new ProtobufWriter().text(1, "get").texts(2, ReadOnlyRules.PATHS))
                        .flag(3, false);
                answer.bytes(2, protoSpec).message(3, status);
            }
            case SELF -> {
                status.message(1, new ProtobufWriter().text(1, READER).texts(3, GROUPS));
                answer.message(2, status);
            }
        }
        return ReviewEnvelope.seal(kind.apiVersion(), kind.kind().kind(), answer);
    }

    private boolean allowed(ReadOnlyRules rules) {
        return access.filter(rules::allows).isPresent();
    }

    private static void put(ObjectNode node, String field, List<String> texts) {
        ArrayNode array = node.putArray(field);
        texts.forEach(array::add);
    }
}
