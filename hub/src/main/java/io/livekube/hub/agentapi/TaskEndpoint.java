package io.livekube.hub.agentapi;

import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Clusters;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.control.TaskReply;
import io.livekube.hub.transport.BodyLimit;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.RequestHandling;
import io.livekube.hub.transport.RouteTable;
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
///
/// @param listBytes maximum size of a fetched list on the wire
record TaskEndpoint(Clusters clusters, long listBytes) {
    private static final Duration RETRY_POLL = Duration.ofSeconds(1);
    private static final int RESULT_BYTES = 1 << 20;
    private static final int MAX_WAIT_DIGITS = 6;

    /// Accepted format of an API server's address, which is shown to readers.
    private static final Pattern SERVER = Pattern.compile("https?://[A-Za-z0-9._~:/\\[\\]%-]{1,500}");

    /// Format of a result.
    private record Format(Content content, ContentCoding coding) {}

    /// Content of a result.
    private enum Content {
        /// Outcome of the task in JSON.
        RESULT,
        /// Fetched objects.
        LIST,
        /// A document from the API server.
        DOCUMENT
    }

    RequestHandling admitPoll(HttpExchange head, RouteTable.Variables path) {
        return new RequestHandling.LongPoll(exchange -> poll(exchange, path.get("cluster")));
    }

    /// Checks the headers of a result.
    RequestHandling admitResult(HttpExchange head, RouteTable.Variables path) {
        String cluster = path.get("cluster");
        String task = path.get("task");
        ContentCoding coding = ContentCoding.named(
                        head.header("Content-Encoding").orElse(""))
                .orElseThrow(
                        () -> HttpProblem.of(415, "Unsupported Content-Encoding: must be identity, gzip or zstd."));
        String type = head.header("Content-Type").orElse("");
        Format format = switch (type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)) {
            case TaskCodec.LIST_MEDIA_TYPE -> new Format(Content.LIST, coding);
            case TaskCodec.DOCUMENT_MEDIA_TYPE -> new Format(Content.DOCUMENT, coding);
            case TaskCodec.MEDIA_TYPE -> {
                if (coding != ContentCoding.IDENTITY) {
                    throw HttpProblem.of(
                            415,
                            "Only lists and documents may be compressed: send this result without Content-Encoding.");
                }
                yield new Format(Content.RESULT, coding);
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
        requireMatch(pending(cluster, task), format); // before reading a large body
        return new RequestHandling.WithBody(
                limit(format), (exchange, body) -> finish(exchange, cluster, task, format, body));
    }

    private BodyLimit limit(Format format) {
        return switch (format.content()) {
            case LIST -> new BodyLimit("a fetched list", listBytes);
            case DOCUMENT -> new BodyLimit("a document", listBytes);
            case RESULT -> new BodyLimit("a task's result", RESULT_BYTES);
        };
    }

    /// Responds with tasks as soon as there are any.
    private void poll(HttpExchange exchange, String id) throws InterruptedException {
        Duration wait = exchange.parameter("wait").map(TaskEndpoint::seconds).orElse(Duration.ZERO);
        boolean pushes = switch (exchange.parameter("sync").orElse("off")) {
            case "on" -> true;
            case "off" -> false;
            default -> throw HttpProblem.of(400, "Parameter 'sync' must be 'on' or 'off' (whether the agent pushes).");
        };
        Cluster cluster = clusters.register(id).orElseThrow(() -> SyncEndpoint.limitReached(id));
        exchange.parameter("server")
                .filter(server -> SERVER.matcher(server).matches())
                .ifPresent(cluster::reportServer);
        cluster.polled(pushes);
        exchange.onClose(cluster.tasks()::wake);
        try {
            List<Task> tasks =
                    cluster.tasks().poll(wait, exchange.parameter("taken").orElse(""), exchange::closed);
            exchange.send(200, TaskCodec.MEDIA_TYPE, TaskCodec.encodeTasks(tasks));
        } catch (TaskFailedException e) {
            throw HttpProblem.later(
                    e.status(), RETRY_POLL, "An agent may have only one poll at a time: %s.".formatted(e.reason()));
        }
    }

    /// Delivers a result to the requests that wait for it.
    private void finish(HttpExchange exchange, String id, String taskId, Format format, byte[] body) {
        Task task = pending(id, taskId);
        requireMatch(task, format);
        TaskReply outcome = switch (format.content()) {
            case LIST, DOCUMENT -> new TaskReply.Payload(body, format.coding());
            case RESULT -> result(task, body);
        };
        boolean delivered = clusters.find(id)
                .map(cluster -> cluster.tasks().finished(taskId, outcome))
                .orElse(false);
        if (!delivered) {
            throw notPending(id, taskId);
        }
        exchange.sendNothing(204);
    }

    private Task pending(String id, String task) {
        return clusters.find(id).flatMap(cluster -> cluster.tasks().find(task)).orElseThrow(() -> notPending(id, task));
    }

    private static HttpProblem notPending(String cluster, String task) {
        return HttpProblem.of(
                404,
                "Task %s of cluster %s does not exist or is no longer pending.".formatted(truncated(task), cluster));
    }

    private static void requireMatch(Task task, Format format) {
        switch (format.content()) {
            case LIST -> {
                if (!(task instanceof Task.Fetch)) {
                    throw HttpProblem.of(
                            400, "Task %s is not a fetch: its result can't be a list.".formatted(task.id()));
                }
            }
            case DOCUMENT -> {
                if (!(task instanceof Task.Document)) {
                    throw HttpProblem.of(400, "Task %s does not request a document.".formatted(task.id()));
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
        boolean matches = switch (result) {
            case TaskResult.Failed _ -> true;
            case TaskResult.Done _ -> task instanceof Task.Resync;
            case TaskResult.Version _ -> task instanceof Task.Version;
            case TaskResult.Report _ -> task instanceof Task.Report;
        };
        if (!matches) {
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

    private static String truncated(String id) {
        return id.length() <= Task.MAX_ID ? id : id.substring(0, Task.MAX_ID) + "…";
    }
}
