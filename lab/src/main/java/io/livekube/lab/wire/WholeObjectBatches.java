package io.livekube.lab.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Edit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/// The baseline: changes gather and coalesce per key, and go out as one gzipped JSON document of whole
/// stripped objects.
final class WholeObjectBatches {
    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, Entry> pending = new LinkedHashMap<>();
    private long bytes;
    private long batches;

    private record Entry(Resource resource, Edit edit) {}

    void add(Resource resource, Edit edit) {
        pending.put(resource + " " + edit.key(), new Entry(resource, edit));
    }

    /// Sends the collected changes.
    void flush() {
        if (pending.isEmpty()) {
            return;
        }
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(new GZIPOutputStream(out))) {
            json.writeStartObject();
            json.writeStringField("SyncType", "delta");
            json.writeNumberField("SequenceNumber", ++batches);
            json.writeArrayFieldStart("Deltas");
            for (Entry entry : pending.values()) {
                write(json, entry);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes += out.size();
        pending.clear();
    }

    private static void write(JsonGenerator json, Entry entry) throws IOException {
        json.writeStartObject();
        json.writeStringField("Kind", entry.resource().plural());
        json.writeStringField("Namespace", entry.edit().key().namespace());
        json.writeStringField("Name", entry.edit().key().name());
        switch (entry.edit()) {
            case Edit.Put put -> {
                json.writeStringField("Operation", "update");
                json.writeFieldName("Object");
                json.writeRawValue(text(put.object()));
            }
            case Edit.Remove(ObjectKey unusedKey, long unusedVersion) -> json.writeStringField("Operation", "delete");
        }
        json.writeEndObject();
    }

    private static String text(KubeObject object) {
        return new String(object.json(), StandardCharsets.UTF_8);
    }

    long bytes() {
        return bytes;
    }
}
