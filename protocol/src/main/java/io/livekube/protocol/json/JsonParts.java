package io.livekube.protocol.json;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Edit;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.WellKnownKinds;
import io.livekube.protocol.json.JsonText.Value;
import java.util.ArrayList;
import java.util.List;

/// Parser for batches with `"SyncType":"parts"`.
final class JsonParts {
    private final JsonText json;
    private final JsonObjects objects;

    JsonParts(JsonText json, JsonObjects objects) {
        this.json = json;
        this.objects = objects;
    }

    List<Part> read(Value array) throws ProtocolException {
        List<Value> items = json.items(array, "Parts");
        if (items.size() > json.limits().parts()) {
            throw JsonText.tooLarge(
                    "Parts", "more than %d".formatted(json.limits().parts()));
        }
        var parts = new ArrayList<Part>(items.size());
        for (int i = 0; i < items.size(); i++) {
            parts.add(part(new JsonFields(json, items.get(i), "Parts[%d]".formatted(i))));
        }
        return parts;
    }

    private Part part(JsonFields fields) throws ProtocolException {
        String type = fields.text("Part");
        if (type.equals("Hello")) {
            return hello(fields.only(List.of("Part", "Agent", "Kubernetes", "ClusterUid")));
        }
        if (type.equals("Kind")) {
            return kind(fields.only(List.of("Part", "Kind", "Resource", "Namespaced")));
        }
        return ofKind(type, fields, fields.resource(JsonKindNames.WELL_KNOWN));
    }

    static Part.Hello hello(JsonFields fields) throws ProtocolException {
        return new Part.Hello(fields.text("Agent", ""), fields.text("Kubernetes", ""), fields.text("ClusterUid", ""));
    }

    /// A kind that is not well known must be complete.
    static Part.Kind kind(JsonFields fields) throws ProtocolException {
        String name = fields.text("Kind");
        if (!fields.has("Resource")) {
            return WellKnownKinds.named(name)
                    .orElseThrow(() ->
                            fields.malformed("the kind '%s' is not well known: it needs its Resource and Namespaced"
                                    .formatted(JsonText.brief(name))));
        }
        return new Part.Kind(fields.resource(JsonKindNames.WELL_KNOWN), name, fields.flag("Namespaced"));
    }

    private Part ofKind(String type, JsonFields fields, Resource resource) throws ProtocolException {
        return switch (type) {
            case "Status" -> {
                only(fields, "State", "Objects", "Cause");
                yield new Part.Status(resource, state(fields), fields.count("Objects", 0), fields.text("Cause", ""));
            }
            case "Gone" -> {
                only(fields);
                yield new Part.Gone(resource);
            }
            case "Check" -> {
                only(fields, "ResourceVersion", "Objects", "Digest");
                yield new Part.Check(
                        resource,
                        fields.version("ResourceVersion"),
                        fields.count("Objects", 0),
                        JsonFields.digest(fields.text("Digest"), fields.at("Digest")));
            }
            case "Buckets" -> {
                only(fields, "ResourceVersion", "Sums");
                yield new Part.Buckets(resource, fields.version("ResourceVersion"), sums(fields));
            }
            case "Delta" -> {
                only(fields, "ResourceVersion", "Digest", "Edits");
                yield new Part.Delta(
                        resource, edits(resource, fields), fields.version("ResourceVersion"), fields.digest("Digest"));
            }
            case "Begin" -> {
                only(fields, "ResourceVersion", "Buckets");
                yield new Part.Begin(resource, fields.buckets("Buckets"), fields.version("ResourceVersion"));
            }
            case "Chunk" -> {
                only(fields, "Objects");
                yield new Part.Chunk(resource, objects.all(resource, fields.required("Objects"), fields.at("Objects")));
            }
            case "End" -> {
                only(fields, "ResourceVersion", "Objects", "Digest");
                yield new Part.End(
                        resource,
                        fields.version("ResourceVersion"),
                        fields.count("Objects", 0),
                        fields.digest("Digest"));
            }
            default -> throw fields.malformed("unknown Part '%s'".formatted(JsonText.brief(type)));
        };
    }

    private static void only(JsonFields fields, String... own) throws ProtocolException {
        var known = new ArrayList<>(List.of("Part", "Kind", "Resource"));
        known.addAll(List.of(own));
        fields.only(known);
    }

    private static KindState state(JsonFields fields) throws ProtocolException {
        String text = fields.text("State");
        for (KindState state : KindState.values()) {
            if (state.name().equals(text)) {
                return state;
            }
        }
        throw fields.malformed(
                "unknown State '%s'; expected one of %s".formatted(JsonText.brief(text), List.of(KindState.values())));
    }

    private List<Long> sums(JsonFields fields) throws ProtocolException {
        List<Value> items = json.items(fields.required("Sums"), fields.at("Sums"));
        if (items.size() != Part.BUCKETS) {
            throw fields.malformed("there must be %d Sums, not %d".formatted(Part.BUCKETS, items.size()));
        }
        var sums = new ArrayList<Long>(Part.BUCKETS);
        for (Value item : items) {
            sums.add(JsonFields.digest(json.text(item, fields.at("Sums")), fields.at("Sums")));
        }
        return sums;
    }

    private List<Edit> edits(Resource resource, JsonFields fields) throws ProtocolException {
        List<Value> items = json.items(fields.required("Edits"), fields.at("Edits"));
        var edits = new ArrayList<Edit>(items.size());
        for (int i = 0; i < items.size(); i++) {
            var edit = new JsonFields(json, items.get(i), "%s[%d]".formatted(fields.at("Edits"), i))
                    .only(List.of("Operation", "Namespace", "Name", "ResourceVersion", "Object"));
            edits.add(objects.edit(resource, edit));
        }
        return edits;
    }
}
