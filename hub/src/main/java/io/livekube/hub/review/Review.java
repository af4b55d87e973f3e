package io.livekube.hub.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.Resource;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// A client's question about itself, and the answer to it.
public final class Review {
    private static final String READER = "livekube:reader";
    private static final List<String> GROUPS = List.of("livekube:readers", "system:authenticated");

    private final ReviewKind kind;
    private final Optional<AccessQuestion> access;
    private final JsonNode jsonSpec;
    private final byte[] protoSpec;

    private Review(ReviewKind kind, Optional<AccessQuestion> access, JsonNode jsonSpec, byte[] protoSpec) {
        this.kind = kind;
        this.access = access;
        this.jsonSpec = jsonSpec;
        this.protoSpec = protoSpec;
    }

    public static Review ofJson(ReviewKind kind, JsonNode body) throws BadReviewException {
        requireKind(kind, body.path("apiVersion").asText(""), body.path("kind").asText(""));
        Optional<AccessQuestion> access =
                kind == ReviewKind.ACCESS ? Optional.of(AccessQuestion.read(body)) : Optional.empty();
        return new Review(kind, access, body.path("spec"), new byte[0]);
    }

    public static Review ofProtobuf(ReviewKind kind, byte[] body) throws BadReviewException {
        Envelope envelope = Envelope.open(body);
        requireKind(kind, envelope.apiVersion(), envelope.kind());
        Optional<AccessQuestion> access =
                kind == ReviewKind.ACCESS ? Optional.of(AccessQuestion.read(envelope.object())) : Optional.empty();
        return new Review(kind, access, JsonNodeFactory.instance.missingNode(), spec(envelope.object()));
    }

    /// Kind and version may be left out: the path says them.
    private static void requireKind(ReviewKind kind, String apiVersion, String name) throws BadReviewException {
        boolean fits = (name.isEmpty() || name.equals(kind.kind().kind()))
                && (apiVersion.isEmpty() || apiVersion.equals(kind.apiVersion()));
        if (!fits) {
            throw new BadReviewException("The body is not a %s of %s, which is what is asked here."
                    .formatted(kind.kind().kind(), kind.apiVersion()));
        }
    }

    private static byte[] spec(ByteBuffer object) throws BadReviewException {
        byte[] spec = new byte[0];
        var fields = new ProtoReader(object);
        while (fields.next()) {
            if (fields.number() == 2) {
                ByteBuffer found = fields.bytes().slice();
                spec = new byte[found.remaining()];
                found.get(spec);
            }
        }
        return spec;
    }

    /// The answer in JSON.
    ///
    /// @param served the kinds that can be read here
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

    /// The same in protobuf.
    public byte[] answerInProtobuf(Collection<Resource> served) {
        ReadOnlyRules rules = ReadOnlyRules.of(served);
        var status = new ProtoWriter();
        var answer = new ProtoWriter().bytes(1, new byte[0]);
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
                                new ProtoWriter()
                                        .texts(1, rule.verbs())
                                        .text(2, rule.group())
                                        .texts(3, rule.resources())));
                status.message(2, new ProtoWriter().text(1, "get").texts(2, ReadOnlyRules.PATHS))
                        .flag(3, false);
                answer.bytes(2, protoSpec).message(3, status);
            }
            case SELF -> {
                status.message(1, new ProtoWriter().text(1, READER).texts(3, GROUPS));
                answer.message(2, status);
            }
        }
        return Envelope.seal(kind.apiVersion(), kind.kind().kind(), answer);
    }

    private boolean allowed(ReadOnlyRules rules) {
        return access.filter(rules::allows).isPresent();
    }

    private static void put(ObjectNode node, String field, List<String> texts) {
        ArrayNode array = node.putArray(field);
        texts.forEach(array::add);
    }
}
