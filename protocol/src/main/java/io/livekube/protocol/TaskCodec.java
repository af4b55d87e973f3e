package io.livekube.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.livekube.core.model.Resource;
import io.livekube.protocol.ProtocolException.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// Tasks and their results are JSON; only the objects of a fetch are a stream, of [#LIST_MEDIA_TYPE], and a
/// [TaskDocument] is what it is, of [#DOCUMENT_MEDIA_TYPE].
public final class TaskCodec {
    /// Of tasks, and of all results except a fetch's objects and documents.
    public static final String MEDIA_TYPE = "application/json";

    /// Of a fetch's objects: a Kubernetes list.
    public static final String LIST_MEDIA_TYPE = "application/vnd.livekube.list+json";

    /// Of a document of the API server, behind a line that tells what it is.
    public static final String DOCUMENT_MEDIA_TYPE = "application/vnd.livekube.document";

    /// The largest body of [#MEDIA_TYPE] that is read.
    public static final int MAX_BYTES = 8 << 20;

    private static final int MAX_ITEMS = 4_096;
    private static final int MAX_TEXT = 4_096;

    /// Of every list its own: tasks, kinds, large objects of a kind.
    static final Limits LIMITS = new Limits(MAX_BYTES, MAX_BYTES, MAX_BYTES, MAX_BYTES, MAX_ITEMS, MAX_ITEMS, MAX_TEXT);

    private static final JsonFactory FACTORY = new JsonFactory();

    interface Writing {
        void to(JsonGenerator json) throws IOException;
    }

    private TaskCodec() {}

    public static byte[] encodeTasks(List<Task> tasks) {
        return written(json -> {
            json.writeArrayFieldStart("Tasks");
            for (Task task : tasks) {
                json.writeStartObject();
                write(json, task);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static void write(JsonGenerator json, Task task) throws IOException {
        json.writeStringField("Task", task.getClass().getSimpleName());
        json.writeStringField("Id", task.id());
        if (!task.within().isZero()) {
            json.writeNumberField("WithinMs", task.within().toMillis());
        }
        switch (task) {
            case Task.SyncControl control -> {
                json.writeBooleanField("Enabled", control.on());
                if (control.kinds().isPresent()) {
                    List<Resource> kinds = List.copyOf(control.kinds().get());
                    names(json, "ResourceTypes", named(kinds).stream().sorted().toList());
                }
                names(json, "First", named(control.first()));
            }
            case Task.Fetch fetch -> {
                JsonEncoder.resource(json, fetch.resource());
                json.writeStringField("Namespace", fetch.namespace());
                json.writeStringField("Name", fetch.name());
            }
            case Task.Version version -> JsonEncoder.resource(json, version.resource());
            case Task.Document document -> {
                json.writeStringField("Path", document.path());
                json.writeStringField("Accept", document.accept());
            }
            case Task.Resync _, Task.Report _ -> {}
        }
    }

    private static List<String> named(List<Resource> resources) {
        return resources.stream().map(KindNames::name).toList();
    }

    private static void names(JsonGenerator json, String field, List<String> names) throws IOException {
        json.writeArrayFieldStart(field);
        for (String name : names) {
            json.writeString(name);
        }
        json.writeEndArray();
    }

    /// Reads tasks. One that it can't read does not hide the others; fields that it does not know it passes
    /// over, so that a newer hub may say more.
    ///
    /// @throws ProtocolException if it is no list of tasks with ids, or the [Task.SyncControl] can't be
    /// read,
    ///     which has no result to say so
    public static TaskList decodeTasks(byte[] body) throws ProtocolException {
        return new TaskReader(text(body)).read();
    }

    public static byte[] encode(TaskResult result) {
        return written(json -> TaskResultJson.write(json, result));
    }

    /// Reads a result; fields that it does not know it passes over, so that a newer agent may say more.
    public static TaskResult decodeResult(byte[] body) throws ProtocolException {
        return TaskResultJson.read(text(body));
    }

    static byte[] written(Writing fields) {
        var out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            fields.to(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static JsonText text(byte[] body) throws ProtocolException {
        if (body.length > MAX_BYTES) {
            throw new ProtocolException(
                    Problem.TOO_LARGE,
                    "the body has %d bytes, more than the limit of %d".formatted(body.length, MAX_BYTES));
        }
        return new JsonText(body, LIMITS);
    }
}
