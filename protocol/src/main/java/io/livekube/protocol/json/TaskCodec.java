package io.livekube.protocol.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.livekube.core.model.Resource;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskDocument;
import io.livekube.protocol.TaskList;
import io.livekube.protocol.TaskResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/// Codec for tasks and their results, which are JSON. The objects of a fetch are a stream of
/// [#LIST_MEDIA_TYPE], and a [TaskDocument] has [#DOCUMENT_MEDIA_TYPE].
public final class TaskCodec {
    /// Media type of tasks, and of all results except a fetch's objects and documents.
    public static final String MEDIA_TYPE = "application/json";

    /// Media type of a fetch's objects: a Kubernetes list.
    public static final String LIST_MEDIA_TYPE = "application/vnd.livekube.list+json";

    /// Media type of a document of the API server, after a line that describes it.
    public static final String DOCUMENT_MEDIA_TYPE = "application/vnd.livekube.document";

    /// Maximum size of a body of [#MEDIA_TYPE].
    public static final int MAX_BYTES = 8 << 20;

    private static final int MAX_DOCUMENT_HEAD = 2_048;
    private static final int MAX_ITEMS = 4_096;
    private static final int MAX_TEXT = 4_096;

    /// Applies to each list separately: tasks, kinds, large objects of a kind.
    static final BatchLimits LIMITS =
            new BatchLimits(MAX_BYTES, MAX_BYTES, MAX_BYTES, MAX_BYTES, MAX_ITEMS, MAX_ITEMS, MAX_TEXT);

    private static final JsonFactory FACTORY = new JsonFactory();

    private interface Writing {
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
                JsonKindNames.write(json, fetch.resource());
                json.writeStringField("Namespace", fetch.namespace());
                json.writeStringField("Name", fetch.name());
            }
            case Task.Version version -> JsonKindNames.write(json, version.resource());
            case Task.Document document -> {
                json.writeStringField("Path", document.path());
                json.writeStringField("Accept", document.accept());
            }
            case Task.Resync _, Task.Report _ -> {}
        }
    }

    private static List<String> named(List<Resource> resources) {
        return resources.stream().map(JsonKindNames::name).toList();
    }

    private static void names(JsonGenerator json, String field, List<String> names) throws IOException {
        json.writeArrayFieldStart(field);
        for (String name : names) {
            json.writeString(name);
        }
        json.writeEndArray();
    }

    /// Reads tasks; an invalid one does not affect the others. Ignores unknown fields, so that a newer hub may
    /// send more.
    ///
    /// @throws ProtocolException if it is not a list of tasks with ids, or if the [Task.SyncControl], which
    /// has no result that could report it, can't be read
    public static TaskList decodeTasks(byte[] body) throws ProtocolException {
        return new TaskReader(text(body)).read();
    }

    public static byte[] encode(TaskResult result) {
        return written(json -> TaskResultJson.write(json, result));
    }

    /// Reads a result. Ignores unknown fields, so that a newer agent may send more.
    public static TaskResult decodeResult(byte[] body) throws ProtocolException {
        return TaskResultJson.read(text(body));
    }

    /// Writes a document: one line of JSON that describes it, then the document as the API server returned it.
    public static byte[] encode(TaskDocument document) {
        byte[] head = written(json -> {
            json.writeStringField("Type", document.type());
            if (!document.etag().isEmpty()) {
                json.writeStringField("Etag", document.etag());
            }
        });
        byte[] all = Arrays.copyOf(head, head.length + 1 + document.content().length);
        all[head.length] = '\n';
        System.arraycopy(document.content(), 0, all, head.length + 1, document.content().length);
        return all;
    }

    /// Reads a document; ignores unknown fields of its first line.
    public static TaskDocument decodeDocument(byte[] body) throws ProtocolException {
        int end = 0;
        while (end < body.length && body[end] != '\n') {
            end++;
        }
        if (end == body.length || end > MAX_DOCUMENT_HEAD) {
            throw new ProtocolException(
                    Problem.MALFORMED,
                    "the document has no first line of at most %d bytes that describes it"
                            .formatted(MAX_DOCUMENT_HEAD));
        }
        JsonText json = text(Arrays.copyOf(body, end));
        var fields = new JsonFields(json, json.whole(), "the first line");
        try {
            return new TaskDocument(
                    fields.text("Type"), fields.text("Etag", ""), Arrays.copyOfRange(body, end + 1, body.length));
        } catch (IllegalArgumentException e) {
            throw fields.malformed("Type or Etag is not a valid header value");
        }
    }

    private static byte[] written(Writing fields) {
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

    private static JsonText text(byte[] body) throws ProtocolException {
        if (body.length > MAX_BYTES) {
            throw new ProtocolException(
                    Problem.TOO_LARGE,
                    "the body has %d bytes, more than the limit of %d".formatted(body.length, MAX_BYTES));
        }
        return new JsonText(body, LIMITS);
    }
}
