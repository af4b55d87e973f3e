package io.livekube.protocol.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.TaskResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// JSON form of task results.
final class TaskResultJson {
    private TaskResultJson() {}

    static void write(JsonGenerator json, TaskResult result) throws IOException {
        json.writeStringField("Result", result.getClass().getSimpleName());
        switch (result) {
            case TaskResult.Done _ -> {}
            case TaskResult.Failed failed -> {
                json.writeNumberField("Status", failed.status());
                json.writeStringField("Reason", TaskCodec.LIMITS.cut(failed.reason()));
            }
            case TaskResult.Version version ->
                json.writeStringField("ResourceVersion", Long.toUnsignedString(version.resourceVersion()));
            case TaskResult.Report report -> {
                json.writeNumberField("HeapUsed", report.heapUsed());
                json.writeNumberField("HeapMax", report.heapMax());
                json.writeArrayFieldStart("Kinds");
                for (TaskResult.KindMemory kind : report.kinds()) {
                    kind(json, kind);
                }
                json.writeEndArray();
            }
        }
    }

    private static void kind(JsonGenerator json, TaskResult.KindMemory kind) throws IOException {
        json.writeStartObject();
        json.writeStringField("Resource", kind.resource());
        json.writeNumberField("Objects", kind.objects());
        json.writeNumberField("Bytes", kind.bytes());
        json.writeArrayFieldStart("Largest");
        for (TaskResult.LargeObject object : kind.largest()) {
            json.writeStartObject();
            json.writeStringField("Namespace", object.namespace());
            json.writeStringField("Name", object.name());
            json.writeNumberField("Bytes", object.bytes());
            json.writeNumberField("JsonBytes", object.jsonBytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    static TaskResult read(JsonText json) throws ProtocolException {
        var fields = new JsonFields(json, json.whole(), "the result");
        String type = fields.text("Result");
        return switch (type) {
            case "Done" -> new TaskResult.Done();
            case "Failed" -> new TaskResult.Failed(status(fields), fields.text("Reason", ""));
            case "Version" -> new TaskResult.Version(fields.version("ResourceVersion"));
            case "Report" ->
                new TaskResult.Report(fields.number("HeapUsed", 0), fields.number("HeapMax", 0), kinds(fields));
            default ->
                throw fields.malformed("unknown Result '%s'; expected Done, Failed, Version or Report"
                        .formatted(JsonText.brief(type)));
        };
    }

    private static int status(JsonFields fields) throws ProtocolException {
        int status = fields.count("Status", 400);
        if (status > 599) {
            throw fields.malformed("Status is %d, but must be from 400 to 599".formatted(status));
        }
        return status;
    }

    private static List<TaskResult.KindMemory> kinds(JsonFields fields) throws ProtocolException {
        var kinds = new ArrayList<TaskResult.KindMemory>();
        for (JsonFields kind : fields.objects("Kinds")) {
            kinds.add(new TaskResult.KindMemory(
                    kind.text("Resource"), kind.count("Objects", 0), kind.number("Bytes", 0), largest(kind)));
        }
        return kinds;
    }

    private static List<TaskResult.LargeObject> largest(JsonFields kind) throws ProtocolException {
        var largest = new ArrayList<TaskResult.LargeObject>();
        for (JsonFields object : kind.objects("Largest")) {
            largest.add(new TaskResult.LargeObject(
                    object.text("Namespace", ""),
                    object.text("Name"),
                    object.number("Bytes", 0),
                    object.number("JsonBytes", 0)));
        }
        return largest;
    }
}
