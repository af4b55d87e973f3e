package io.livekube.hub.agentapi;

import io.livekube.hub.auth.AgentAccess;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.control.TaskReply;
import io.livekube.hub.transport.BodyLimit;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.RequestHandling;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.ContentCoding;
import io.livekube.protocol.json.TaskCodec;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// `/agent/v1/clusters/{cluster}/tasks`: agents poll for tasks and report their results.
final class TaskEndpoint {
    private static final Duration WHEN_CROWDED = Duration.ofSeconds(1);
    private static final int RESULT_BYTES = 1 << 20;
    private static final int MAX_WAIT_DIGITS = 6;

    /// API server addresses that are shown to readers.
    private static final Pattern SERVER = Pattern.compile("https?://[A-Za-z0-9._~:/\\[\\]%-]{1,500}");

    private final AgentAccess access;
    private final Clusters clusters;
    private final long listBytes;

    /// @param listBytes size limit of a fetched list as sent
    TaskEndpoint(AgentAccess access, Clusters clusters, long listBytes) {
        this.access = access;
        this.clusters = clusters;
        this.listBytes = listBytes;
    }

    /// Form of a result.
    private record Form(Shape shape, ContentCoding coding) {}

    /// Content of a result.
    private enum Shape {
        /// Outcome of the task, in JSON.
        RESULT,
        /// Objects that were fetched.
        LIST,
        /// A document of the API server.
        DOCUMENT
    }

    /// Checks the head of a poll.
    RequestHandling admitPoll(HttpExchange head, String cluster) {
        requireMethod(head, "GET", "Agents poll for tasks");
        access.require(head, cluster, "a poll");
        return new RequestHandling.LongPoll(exchange -> poll(exchange, cluster));
    }

    /// Checks the head of a result.
    RequestHandling admitResult(HttpExchange head, String cluster, String task) {
        requireMethod(head, "POST", "Results of tasks are sent");
        access.require(head, cluster, "a task's result");
        ContentCoding coding = ContentCoding.named(
                        head.header("Content-Encoding").orElse(""))
                .orElseThrow(
                        () -> HttpProblem.of(415, "Unsupported Content-Encoding: must be identity, gzip or zstd."));
        String type = head.header("Content-Type").orElse("");
        Form form = switch (type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)) {
            case TaskCodec.LIST_MEDIA_TYPE -> new Form(Shape.LIST, coding);
            case TaskCodec.DOCUMENT_MEDIA_TYPE -> new Form(Shape.DOCUMENT, coding);
            case TaskCodec.MEDIA_TYPE -> {
                if (coding != ContentCoding.IDENTITY) {
                    throw HttpProblem.of(
                            415,
                            "Only lists and documents may be compressed: send this result without Content-Encoding.");
                }
                yield new Form(Shape.RESULT, coding);
            }
            default ->
                throw HttpProblem.of(
                        415,
                        "Unsupported Content-Type: a result must be %s, %s or %s."
                                .formatted(
                                        TaskCodec.MEDIA_TYPE,
                                        TaskCodec.LIST_MEDIA_TYPE,
                                        TaskCodec.DOCUMENT_MEDIA_TYPE));
        };
        requireFit(waitedFor(cluster, task), form); // before a large body is read in vain
        return new RequestHandling.WithBody(
                limit(form), (exchange, body) -> finish(exchange, cluster, task, form, body));
    }

    private BodyLimit limit(Form form) {
        return switch (form.shape()) {
            case LIST -> new BodyLimit("a fetched list", listBytes);
            case DOCUMENT -> new BodyLimit("a document", listBytes);
            case RESULT -> new BodyLimit("the result of a task", RESULT_BYTES);
        };
    }

    /// Responds with the tasks, as soon as there are any.
    private void poll(HttpExchange exchange, String id) throws InterruptedException {
        Duration wait = exchange.parameter("wait").map(TaskEndpoint::seconds).orElse(Duration.ZERO);
        boolean pushes = switch (exchange.parameter("sync").orElse("off")) {
            case "on" -> true;
            case "off" -> false;
            default -> throw HttpProblem.of(400, "Parameter 'sync' must be 'on' or 'off': whether the agent pushes.");
        };
        Cluster cluster = clusters.register(id).orElseThrow(() -> SyncEndpoint.full(id));
        exchange.parameter("server")
                .filter(server -> SERVER.matcher(server).matches())
                .ifPresent(cluster::servedAt);
        cluster.polled(pushes);
        exchange.onClose(cluster.tasks()::wake);
        try {
            List<Task> tasks =
                    cluster.tasks().poll(wait, exchange.parameter("taken").orElse(""), exchange::closed);
            exchange.send(200, TaskCodec.MEDIA_TYPE, TaskCodec.encodeTasks(tasks));
        } catch (TaskFailedException e) {
            throw HttpProblem.later(
                    e.status(), WHEN_CROWDED, "An agent may have only one poll at a time: %s.".formatted(e.reason()));
        }
    }

    /// Passes a result on to those waiting for it.
    private void finish(HttpExchange exchange, String id, String taskId, Form form, byte[] body) {
        Task task = waitedFor(id, taskId);
        requireFit(task, form);
        TaskReply outcome = switch (form.shape()) {
            case LIST -> new TaskReply.Objects(body, form.coding());
            case DOCUMENT -> new TaskReply.Document(body, form.coding());
            case RESULT -> result(task, body);
        };
        boolean taken = clusters.find(id)
                .map(cluster -> cluster.tasks().finished(taskId, outcome))
                .orElse(false);
        if (!taken) {
            throw notAwaited(id, taskId);
        }
        exchange.sendNothing(204);
    }

    private Task waitedFor(String id, String task) {
        return clusters.find(id).flatMap(cluster -> cluster.tasks().find(task)).orElseThrow(() -> notAwaited(id, task));
    }

    private static HttpProblem notAwaited(String cluster, String task) {
        return HttpProblem.of(
                404, "Task %s of cluster %s does not exist or is no longer awaited.".formatted(brief(task), cluster));
    }

    private static void requireFit(Task task, Form form) {
        switch (form.shape()) {
            case LIST -> {
                if (!(task instanceof Task.Fetch)) {
                    throw HttpProblem.of(
                            400, "Task %s is not a fetch: its result can't be a list.".formatted(task.id()));
                }
            }
            case DOCUMENT -> {
                if (!(task instanceof Task.Document)) {
                    throw HttpProblem.of(400, "Task %s does not ask for a document.".formatted(task.id()));
                }
            }
            case RESULT -> {}
        }
    }

    private static TaskReply result(Task task, byte[] body) {
        TaskResult result;
        try {
            result = TaskCodec.decodeResult(body);
        } catch (ProtocolException e) {
            throw HttpProblem.of(400, "Invalid result: %s.".formatted(e.getMessage()));
        }
        boolean fits = switch (result) {
            case TaskResult.Failed _ -> true;
            case TaskResult.Done _ -> task instanceof Task.Resync;
            case TaskResult.Version _ -> task instanceof Task.Version;
            case TaskResult.Report _ -> task instanceof Task.Report;
        };
        if (!fits) {
            throw HttpProblem.of(
                    400,
                    "Task %s is a %s: its result can't be a %s."
                            .formatted(
                                    task.id(),
                                    task.getClass().getSimpleName(),
                                    result.getClass().getSimpleName()));
        }
        return new TaskReply.Result(result);
    }

    private static Duration seconds(String text) {
        if (!text.matches("[0-9]{1," + MAX_WAIT_DIGITS + "}")) {
            throw HttpProblem.of(400, "Parameter 'wait' must be a number of seconds.");
        }
        return Duration.ofSeconds(Integer.parseInt(text));
    }

    private static void requireMethod(HttpExchange head, String method, String what) {
        if (!head.method().equals(method)) {
            throw HttpProblem.methodNotAllowed(method, "%s with %s, not %s.".formatted(what, method, head.method()));
        }
    }

    private static String brief(String id) {
        return id.length() <= Task.MAX_ID ? id : id.substring(0, Task.MAX_ID) + "…";
    }
}
