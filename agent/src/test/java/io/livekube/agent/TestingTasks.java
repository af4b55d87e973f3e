package io.livekube.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdInputStream;
import com.sun.net.httpserver.HttpExchange;
import io.livekube.core.model.Resource;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.TaskCodec;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/// A hub's tasks: keeps a SyncControl, hands out tasks to polling agents, and records their results.
public final class TestingTasks {
    /// A task without a result is handed out again after so long.
    private static final Duration AGAIN = Duration.ofMillis(500);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Task, Instant> queue = new LinkedHashMap<>();
    private final Map<String, List<Result>> results = new HashMap<>();
    private final List<String> polls = new ArrayList<>();
    private Task.SyncControl control = control(1, true, Optional.empty(), List.of());
    private int controls = 1;
    private int failingPolls;
    private int failingResults;
    private int failedResults;
    private boolean closed;

    /// Result of a task.
    ///
    /// @param text decompressed body
    public record Result(String mediaType, String text) {
        public TaskResult decoded() {
            try {
                return TaskCodec.decodeResult(text.getBytes(UTF_8));
            } catch (ProtocolException e) {
                throw new IllegalArgumentException(text, e);
            }
        }
    }

    private static Task.SyncControl control(
            int number, boolean on, Optional<Set<Resource>> kinds, List<Resource> first) {
        return new Task.SyncControl("test-w" + number, Duration.ZERO, on, kinds, first);
    }

    /// Everything, or nothing, from here on.
    public void turn(boolean on) {
        want(on, Optional.empty());
    }

    public void want(boolean on, Optional<Set<Resource>> kinds, Resource... first) {
        locked(() -> control = control(++controls, on, kinds, List.of(first)));
    }

    public void add(Task task) {
        locked(() -> queue.put(task, Instant.MIN));
    }

    /// Answers the next requests for tasks with a proxy's 502.
    public void failPolls(int count) {
        locked(() -> failingPolls = count);
    }

    /// Answers the next results with a proxy's 502.
    public void failResults(int count) {
        locked(() -> failingResults = count);
    }

    /// Number of results that were answered with this status.
    public int failedResults() {
        lock.lock();
        try {
            return failedResults;
        } finally {
            lock.unlock();
        }
    }

    /// The queries of all requests for tasks.
    public List<String> polls() {
        lock.lock();
        try {
            return List.copyOf(polls);
        } finally {
            lock.unlock();
        }
    }

    /// Whether an agent has polled that acknowledges the current control.
    boolean takenLatest() {
        lock.lock();
        try {
            return !polls.isEmpty() && polls.getLast().endsWith("taken=" + control.id());
        } finally {
            lock.unlock();
        }
    }

    public List<Result> results(String task) {
        lock.lock();
        try {
            return List.copyOf(results.getOrDefault(task, List.of()));
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void close() {
        locked(() -> closed = true);
    }

    void serve(HttpExchange exchange) throws IOException, InterruptedException {
        if (exchange.getRequestMethod().equals("GET")) {
            poll(exchange);
        } else {
            result(exchange);
        }
    }

    private void poll(HttpExchange exchange) throws IOException, InterruptedException {
        String query = exchange.getRequestURI().getQuery();
        Map<String, String> parameters = Arrays.stream(query.split("&", -1))
                .collect(Collectors.toMap(pair -> pair.split("=", -1)[0], pair -> pair.split("=", -1)[1]));
        List<Task> tasks = new ArrayList<>();
        lock.lock();
        try {
            polls.add(query);
            if (failingPolls > 0) {
                failingPolls--;
                exchange.sendResponseHeaders(502, -1);
                return;
            }
            long left = TimeUnit.SECONDS.toNanos(Long.parseLong(parameters.getOrDefault("wait", "0")));
            String taken = parameters.getOrDefault("taken", "");
            while (due().isEmpty() && taken.equals(control.id()) && left > 0 && !closed) {
                long rest = changed.awaitNanos(Math.min(left, AGAIN.toNanos()));
                left -= Math.min(left, AGAIN.toNanos()) - rest;
            }
            if (!taken.equals(control.id())) {
                tasks.add(control);
            }
            tasks.addAll(due());
            tasks.forEach(task -> queue.replace(task, Instant.now()));
        } finally {
            lock.unlock();
        }
        byte[] body = TaskCodec.encodeTasks(tasks);
        exchange.getResponseHeaders().set("Content-Type", TaskCodec.MEDIA_TYPE);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    /// Tasks that have not been delivered recently.
    private List<Task> due() {
        return queue.entrySet().stream()
                .filter(entry -> entry.getValue().isBefore(Instant.now().minus(AGAIN)))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void result(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String task = path.substring(path.lastIndexOf('/') + 1);
        boolean packed = "zstd".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (InputStream body = packed ? new ZstdInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
            var result = new Result(
                    String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                    new String(body.readAllBytes(), UTF_8));
            lock.lock();
            try {
                if (failingResults > 0) {
                    failingResults--;
                    failedResults++;
                    exchange.sendResponseHeaders(502, -1);
                    return;
                }
                queue.keySet().removeIf(queued -> queued.id().equals(task));
                results.computeIfAbsent(task, _ -> new ArrayList<>()).add(result);
            } finally {
                lock.unlock();
            }
            exchange.sendResponseHeaders(204, -1);
        }
    }
}
