package io.livekube.protocol.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.livekube.core.model.KubeObject;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.BoundedOutput;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Encoder for batches in JSON: as `delta`, the form for writing by hand, if a batch has only deltas; otherwise
/// as `parts`.
///
/// Thread-safe. Objects are written whole, one at a time.
final class JsonEncoder {
    private static final JsonFactory FACTORY = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

    private final BatchLimits limits;

    JsonEncoder(BatchLimits limits) {
        this.limits = limits;
    }

    /// Writes one batch.
    ///
    /// @throws BatchTooLargeException if it exceeds the limits; some of it may have been written by then
    void encode(Batch batch, OutputStream out) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(new BoundedOutput(out, limits.bodyBytes()))) {
            json.writeStartObject();
            json.writeNumberField("ProtocolVersion", JsonBatch.VERSION);
            json.writeStringField("SessionId", batch.session().toString());
            json.writeStringField("SyncType", isDelta(batch) ? "delta" : "parts");
            json.writeNumberField("SequenceNumber", batch.sequence());
            if (isDelta(batch)) {
                deltas(json, batch);
            } else {
                json.writeArrayFieldStart("Parts");
                for (Part part : batch.parts()) {
                    part(json, part);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        }
    }

    /// Whether it has only deltas, of different kinds, none of them empty.
    private static boolean isDelta(Batch batch) {
        return batch.sequence() > 1
                && batch.parts().stream()
                        .allMatch(p ->
                                p instanceof Part.Delta delta && !delta.edits().isEmpty())
                && batch.parts().stream()
                                .map(p -> ((Part.Delta) p).resource())
                                .distinct()
                                .count()
                        == batch.parts().size();
    }

    private static void deltas(JsonGenerator json, Batch batch) throws IOException {
        json.writeObjectFieldStart("Versions");
        for (Part part : batch.parts()) {
            var delta = (Part.Delta) part;
            json.writeStringField(JsonKindNames.name(delta.resource()), Long.toUnsignedString(delta.version()));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("Digests");
        for (Part part : batch.parts()) {
            var delta = (Part.Delta) part;
            if (delta.digest().isPresent()) {
                json.writeStringField(
                        JsonKindNames.name(delta.resource()), hex(delta.digest().getAsLong()));
            }
        }
        json.writeEndObject();
        json.writeArrayFieldStart("Deltas");
        for (Part part : batch.parts()) {
            var delta = (Part.Delta) part;
            for (Edit edit : delta.edits()) {
                json.writeStartObject();
                JsonKindNames.write(json, delta.resource());
                edit(json, edit);
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private void part(JsonGenerator json, Part part) throws IOException {
        json.writeStartObject();
        json.writeStringField("Part", part.getClass().getSimpleName());
        if (part instanceof Part.OfKind ofKind && !(part instanceof Part.Kind)) {
            JsonKindNames.write(json, ofKind.resource());
        }
        switch (part) {
            case Part.Hello hello -> {
                json.writeStringField("Agent", limits.cut(hello.agent()));
                json.writeStringField("Kubernetes", limits.cut(hello.kubernetes()));
                json.writeStringField("ClusterUid", limits.cut(hello.clusterUid()));
            }
            case Part.Kind kind -> {
                json.writeStringField("Kind", kind.kind());
                json.writeStringField("Resource", JsonKindNames.text(kind.resource()));
                json.writeBooleanField("Namespaced", kind.namespaced());
            }
            case Part.Status status -> {
                json.writeStringField("State", status.state().name());
                json.writeNumberField("Objects", status.objects());
                json.writeStringField("Cause", limits.cut(status.cause()));
            }
            case Part.Gone _ -> {}
            case Part.Check check -> {
                version(json, check.version());
                json.writeNumberField("Objects", check.objects());
                json.writeStringField("Digest", hex(check.digest()));
            }
            case Part.Buckets buckets -> {
                version(json, buckets.version());
                json.writeArrayFieldStart("Sums");
                for (long sum : buckets.sums()) {
                    json.writeString(hex(sum));
                }
                json.writeEndArray();
            }
            case Part.Delta delta -> {
                version(json, delta.version());
                if (delta.digest().isPresent()) {
                    json.writeStringField("Digest", hex(delta.digest().getAsLong()));
                }
                json.writeArrayFieldStart("Edits");
                for (Edit edit : delta.edits()) {
                    json.writeStartObject();
                    edit(json, edit);
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            case Part.Begin begin -> {
                version(json, begin.version());
                AnswerCodec.buckets(json, begin.buckets());
            }
            case Part.Chunk chunk -> {
                json.writeArrayFieldStart("Objects");
                for (KubeObject object : chunk.objects()) {
                    object(json, object);
                }
                json.writeEndArray();
            }
            case Part.End end -> {
                version(json, end.version());
                json.writeNumberField("Objects", end.objects());
                if (end.digest().isPresent()) {
                    json.writeStringField("Digest", hex(end.digest().getAsLong()));
                }
            }
        }
        json.writeEndObject();
    }

    private static void edit(JsonGenerator json, Edit edit) throws IOException {
        json.writeStringField("Namespace", edit.key().namespace());
        json.writeStringField("Name", edit.key().name());
        switch (edit) {
            case Edit.Put put -> {
                boolean known = put.base().filter(put.key()::equals).isPresent();
                json.writeStringField("Operation", known ? "update" : "add");
                json.writeFieldName("Object");
                object(json, put.object());
            }
            case Edit.Remove remove -> {
                json.writeStringField("Operation", "delete");
                version(json, remove.version());
            }
        }
    }

    private static void object(JsonGenerator json, KubeObject object) throws IOException {
        json.writeRawValue(new String(object.content(), StandardCharsets.UTF_8));
    }

    private static void version(JsonGenerator json, long version) throws IOException {
        json.writeStringField("ResourceVersion", Long.toUnsignedString(version));
    }

    private static String hex(long digest) {
        return HexFormat.of().toHexDigits(digest);
    }
}
