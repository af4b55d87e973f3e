package io.livekube.protocol.json;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ProtocolException.Problem;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskList;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.WellKnownKinds;
import io.livekube.protocol.json.JsonText.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parser for a list of tasks, each on its own.
///
/// An agent builds requests to its API server from these names, so no name may be more than one path segment.
final class TaskReader {
    private static final String SYNC_CONTROL = "SyncControl";
    private static final Pattern GROUP_VERSION_PLURAL = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[^/%\\p{Cntrl}]{1,253}");

    private final JsonText json;

    TaskReader(JsonText json) {
        this.json = json;
    }

    TaskList read() throws ProtocolException {
        var tasks = new ArrayList<Task>();
        var unreadable = new ArrayList<TaskList.Unreadable>();
        Value list = new JsonFields(json, json.whole(), "the answer").required("Tasks");
        List<Value> items = json.items(list, "Tasks");
        for (int i = 0; i < items.size(); i++) {
            var fields = new JsonFields(json, items.get(i), "Tasks[%d]".formatted(i));
            String id = id(fields);
            String type = fields.text("Task");
            try {
                tasks.add(task(type, id, fields));
            } catch (ProtocolException e) {
                if (type.equals(SYNC_CONTROL)) {
                    throw e;
                }
                int status = e.problem() == Problem.UNSUPPORTED ? 501 : 400;
                unreadable.add(new TaskList.Unreadable(id, new TaskResult.Failed(status, sentence(e))));
            }
        }
        return new TaskList(tasks, unreadable);
    }

    private static String sentence(ProtocolException e) {
        return String.valueOf(e.getMessage());
    }

    private static String id(JsonFields fields) throws ProtocolException {
        String id = fields.text("Id");
        if (!Task.isId(id)) {
            throw fields.malformed("Id is '%s', but must be up to %d letters, digits and '-_.'"
                    .formatted(JsonText.brief(id), Task.MAX_ID));
        }
        return id;
    }

    private Task task(String type, String id, JsonFields fields) throws ProtocolException {
        Duration within = within(fields);
        return switch (type) {
            case SYNC_CONTROL ->
                new Task.SyncControl(
                        id,
                        within,
                        fields.flag("Enabled"),
                        fields.has("ResourceTypes")
                                ? Optional.of(new HashSet<>(kinds(fields, "ResourceTypes")))
                                : Optional.empty(),
                        kinds(fields, "First"));
            case "Resync" -> new Task.Resync(id, within);
            case "Fetch" ->
                new Task.Fetch(
                        id,
                        within,
                        resource(fields),
                        segment(fields, "Namespace", NAMESPACE),
                        segment(fields, "Name", NAME));
            case "Version" -> new Task.Version(id, within, resource(fields));
            case "Report" -> new Task.Report(id, within);
            case "Document" -> document(id, within, fields);
            default ->
                throw new ProtocolException(
                        Problem.UNSUPPORTED, "%s: unknown task '%s'".formatted(fields.place(), JsonText.brief(type)));
        };
    }

    private static Task document(String id, Duration within, JsonFields fields) throws ProtocolException {
        String path = fields.text("Path");
        String accept = fields.text("Accept");
        if (!Task.Document.isPath(path)) {
            throw fields.malformed("Path is '%s', which agents do not serve".formatted(JsonText.brief(path)));
        }
        if (!Task.Document.isMediaType(accept)) {
            throw fields.malformed("Accept is '%s', which is not a media type".formatted(JsonText.brief(accept)));
        }
        return new Task.Document(id, within, path, accept);
    }

    private static Duration within(JsonFields fields) throws ProtocolException {
        long millis = fields.has("WithinMs") ? fields.number("WithinMs", 0) : 0;
        if (millis > Task.MAX_WITHIN.toMillis()) {
            throw fields.malformed(
                    "WithinMs is %d, but must be at most %d".formatted(millis, Task.MAX_WITHIN.toMillis()));
        }
        return Duration.ofMillis(millis);
    }

    /// Ignores names that only a newer hub knows, since the agent can't follow such a kind anyway.
    private List<Resource> kinds(JsonFields fields, String field) throws ProtocolException {
        var kinds = new ArrayList<Resource>();
        for (String name : fields.texts(field)) {
            if (name.indexOf('/') >= 0) {
                kinds.add(checked(JsonKindNames.resource(name, fields.at(field)), fields));
            } else {
                WellKnownKinds.named(name).map(Part.Kind::resource).ifPresent(kinds::add);
            }
        }
        return kinds;
    }

    private static Resource resource(JsonFields fields) throws ProtocolException {
        return checked(fields.resource(JsonKindNames.WELL_KNOWN), fields);
    }

    private static Resource checked(Resource resource, JsonFields fields) throws ProtocolException {
        boolean group = resource.group().isEmpty() || matches(GROUP_VERSION_PLURAL, resource.group());
        if (!group
                || !matches(GROUP_VERSION_PLURAL, resource.version())
                || !matches(GROUP_VERSION_PLURAL, resource.plural())) {
            throw fields.malformed("'%s' is not a resource such as \"v1/pods\" or \"apps/v1/deployments\""
                    .formatted(JsonText.brief(JsonKindNames.text(resource))));
        }
        return resource;
    }

    private static String segment(JsonFields fields, String name, Pattern pattern) throws ProtocolException {
        String text = fields.text(name, "");
        if (!text.isEmpty() && !matches(pattern, text)) {
            throw fields.malformed("%s is '%s', which is not a valid name".formatted(name, JsonText.brief(text)));
        }
        return text;
    }

    private static boolean matches(Pattern pattern, String text) {
        return pattern.matcher(text).matches();
    }
}
