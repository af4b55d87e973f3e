package io.livekube.protocol.json;

import com.fasterxml.jackson.core.JsonToken;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Edit;
import io.livekube.protocol.IncomingBatch;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import io.livekube.protocol.ReceiverState;
import io.livekube.protocol.SessionId;
import io.livekube.protocol.json.JsonText.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Batch in JSON: `full` and `delta`, which are easy to write by hand, or `parts`, one by one.
final class JsonBatch implements IncomingBatch {
    static final int VERSION = 1;

    private static final List<String> FIELDS = List.of(
            "ProtocolVersion",
            "SessionId",
            "SequenceNumber",
            "SyncType",
            "Hello",
            "Resources",
            "Versions",
            "Digests",
            "Snapshots",
            "Deltas",
            "Parts");

    private final JsonText json;
    private final JsonFields fields;
    private final SessionId session;
    private final long sequence;

    private JsonBatch(JsonText json, JsonFields fields, SessionId session, long sequence) {
        this.json = json;
        this.fields = fields;
        this.session = session;
        this.sequence = sequence;
    }

    static JsonBatch open(JsonText json) throws ProtocolException {
        var fields = new JsonFields(json, json.whole(), "the batch");
        if (fields.has("ProtocolVersion") && fields.number("ProtocolVersion", 0) != VERSION) {
            throw new ProtocolException(
                    Problem.UNSUPPORTED,
                    "ProtocolVersion %d is not supported; expected %d"
                            .formatted(fields.number("ProtocolVersion", 0), VERSION));
        }
        fields.only(FIELDS);
        if (!fields.has("SessionId")) {
            throw fields.malformed("SessionId is missing: expected 16 hexadecimal digits, '-' and a number from 1");
        }
        return new JsonBatch(json, fields, fields.session("SessionId"), fields.number("SequenceNumber", 1));
    }

    @Override
    public SessionId session() {
        return session;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public Batch decode(ReceiverState counterpart) throws ProtocolException {
        var objects = new JsonObjects(json, counterpart);
        String type = fields.text("SyncType");
        return switch (type) {
            case "parts" -> {
                without(type, "Hello", "Resources", "Versions", "Digests", "Snapshots", "Deltas");
                List<Part> parts = new JsonParts(json, objects).read(fields.required("Parts"));
                boolean hello = !parts.isEmpty() && parts.getFirst() instanceof Part.Hello;
                if (hello != (sequence == 1)) {
                    throw fields.malformed("only the first batch of a session begins with a Hello, and it must");
                }
                yield new Batch(session, sequence, parts);
            }
            case "full" -> {
                without(type, "Deltas", "Parts");
                yield batch(snapshots(objects));
            }
            case "delta" -> {
                without(type, "Snapshots", "Parts");
                yield batch(deltas(objects));
            }
            default ->
                throw fields.malformed(
                        "unknown SyncType '%s'; expected full, delta or parts".formatted(JsonText.brief(type)));
        };
    }

    private void without(String type, String... names) throws ProtocolException {
        for (String name : names) {
            if (fields.has(name)) {
                throw fields.malformed("a batch of SyncType %s must not have %s".formatted(type, name));
            }
        }
    }

    private Batch batch(List<Part> parts) throws ProtocolException {
        if (parts.size() >= json.limits().parts()) {
            throw JsonText.tooLarge(
                    fields.place(), "more than %d parts".formatted(json.limits().parts()));
        }
        if (sequence == 1) {
            parts.addFirst(hello());
        } else if (fields.has("Hello")) {
            throw fields.malformed("only the first batch of a session may have a Hello");
        }
        return new Batch(session, sequence, parts);
    }

    private Part.Hello hello() throws ProtocolException {
        if (!fields.has("Hello")) {
            return new Part.Hello("", "", "");
        }
        return JsonParts.hello(new JsonFields(json, fields.required("Hello"), "Hello")
                .only(List.of("Agent", "Kubernetes", "ClusterUid")));
    }

    private List<Part> snapshots(JsonObjects objects) throws ProtocolException {
        JsonKindNames names = names();
        Map<Resource, Long> versions = versions(names);
        Map<Resource, Long> digests = digests(names);
        var parts = new ArrayList<Part>();
        var all = new BitSet(Part.BUCKETS);
        all.set(0, Part.BUCKETS);
        for (Map.Entry<String, Value> entry :
                json.fields(fields.required("Snapshots"), "Snapshots").entrySet()) {
            String place = "Snapshots, " + JsonText.brief(entry.getKey());
            Part.Kind kind = names.kind(entry.getKey())
                    .orElseThrow(() -> JsonText.malformed(
                            place,
                            "this kind is not well known; declare it under Resources:"
                                    + " {\"Widget\":{\"Resource\":\"example.com/v1/widgets\",\"Namespaced\":true}}"));
            List<KubeObject> found = objects.all(kind.resource(), entry.getValue(), place);
            long newest = versions.getOrDefault(kind.resource(), newest(found));
            parts.add(kind);
            parts.add(new Part.Begin(kind.resource(), all, newest));
            parts.add(new Part.Chunk(kind.resource(), found));
            parts.add(new Part.End(kind.resource(), newest, found.size(), digest(digests, kind.resource())));
        }
        return parts;
    }

    private List<Part> deltas(JsonObjects objects) throws ProtocolException {
        JsonKindNames names = names();
        var edits = new LinkedHashMap<Resource, List<Edit>>();
        if (fields.has("Deltas")) {
            List<Value> items = json.items(fields.required("Deltas"), "Deltas");
            for (int i = 0; i < items.size(); i++) {
                var item = new JsonFields(json, items.get(i), "Deltas[%d]".formatted(i))
                        .only(List.of(
                                "Kind", "Resource", "Namespace", "Name", "Operation", "ResourceVersion", "Object"));
                Resource resource = item.resource(names);
                edits.computeIfAbsent(resource, r -> new ArrayList<>()).add(objects.edit(resource, item));
            }
        }
        Map<Resource, Long> versions = versions(names);
        Map<Resource, Long> digests = digests(names);
        var parts = new ArrayList<Part>();
        edits.forEach((resource, list) -> parts.add(new Part.Delta(
                resource, list, versions.getOrDefault(resource, newestEdit(list)), digest(digests, resource))));
        return parts;
    }

    private JsonKindNames names() throws ProtocolException {
        var declared = new LinkedHashMap<String, Part.Kind>();
        if (fields.has("Resources")) {
            for (Map.Entry<String, Value> entry :
                    json.fields(fields.required("Resources"), "Resources").entrySet()) {
                var item = new JsonFields(json, entry.getValue(), "Resources, " + JsonText.brief(entry.getKey()))
                        .only(List.of("Resource", "Namespaced"));
                Resource resource = JsonKindNames.resource(item.text("Resource"), item.at("Resource"));
                declared.put(entry.getKey(), new Part.Kind(resource, entry.getKey(), item.flag("Namespaced")));
            }
        }
        return new JsonKindNames(declared);
    }

    private Map<Resource, Long> versions(JsonKindNames names) throws ProtocolException {
        return byKind("Versions", names, JsonFields::version);
    }

    private Map<Resource, Long> digests(JsonKindNames names) throws ProtocolException {
        return byKind("Digests", names, JsonFields::digest);
    }

    private interface Reading {
        long of(String text, String place) throws ProtocolException;
    }

    private Map<Resource, Long> byKind(String name, JsonKindNames names, Reading reading) throws ProtocolException {
        var numbers = new LinkedHashMap<Resource, Long>();
        if (fields.has(name)) {
            for (Map.Entry<String, Value> entry :
                    json.fields(fields.required(name), name).entrySet()) {
                String place = name + ", " + JsonText.brief(entry.getKey());
                if (entry.getValue().type() != JsonToken.VALUE_NULL) {
                    numbers.put(
                            names.find(entry.getKey(), place), reading.of(json.text(entry.getValue(), place), place));
                }
            }
        }
        return numbers;
    }

    private static OptionalLong digest(Map<Resource, Long> digests, Resource resource) {
        Long digest = digests.get(resource);
        return digest == null ? OptionalLong.empty() : OptionalLong.of(digest);
    }

    private static long newest(List<KubeObject> objects) {
        return objects.stream()
                .map(KubeObject::resourceVersion)
                .max(Long::compareUnsigned)
                .orElse(0L);
    }

    private static long newestEdit(List<Edit> edits) {
        return edits.stream()
                .map(edit -> switch (edit) {
                    case Edit.Put put -> put.object().resourceVersion();
                    case Edit.Remove remove -> remove.version();
                })
                .max(Long::compareUnsigned)
                .orElse(0L);
    }
}
