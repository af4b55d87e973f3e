package io.livekube.hub;

import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.Task;
import io.livekube.protocol.TaskResult;
import io.livekube.protocol.json.TaskCodec;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A cluster's agent reduced to its tasks: it polls, remembers what it accepted, and sends results.
public final class TestingPolls implements AutoCloseable {
    private final TestingHub hub;
    private final String cluster;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile String taken = "";
    private volatile boolean pushes;

    public TestingPolls(TestingHub hub, String cluster) {
        this.hub = hub;
        this.cluster = cluster;
    }

    /// Polls and obeys SyncControl: from now on it reports sync accordingly.
    public List<Task> poll(int wait) {
        HttpResponse<String> answer = raw("?wait=%d&sync=%s&taken=%s".formatted(wait, pushes ? "on" : "off", taken));
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        try {
            List<Task> tasks = TaskCodec.decodeTasks(answer.body().getBytes(StandardCharsets.UTF_8))
                    .tasks();
            tasks.forEach(task -> {
                if (task instanceof Task.SyncControl control) {
                    taken = control.id();
                    pushes = control.on();
                }
            });
            return tasks;
        } catch (ProtocolException e) {
            throw new AssertionError(answer.body(), e);
        }
    }

    /// Polls on a separate thread.
    public Future<List<Task>> waiting(int wait) {
        Callable<List<Task>> poll = () -> poll(wait);
        return threads.submit(poll);
    }

    /// Runs an action on a separate thread while the caller plays the agent.
    public <T> Future<T> inBackground(Callable<T> reader) {
        return threads.submit(reader);
    }

    public HttpResponse<String> raw(String query) {
        return hub.send(authorized("/tasks" + query).GET());
    }

    public HttpResponse<String> tell(Task task, TaskResult result) {
        return tell(task.id(), TaskCodec.MEDIA_TYPE, new String(TaskCodec.encode(result), StandardCharsets.UTF_8));
    }

    public HttpResponse<String> tell(String task, String type, String body) {
        return hub.send(authorized("/tasks/" + task)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    public HttpRequest.Builder authorized(String path) {
        return hub.request("/agent/v1/clusters/" + cluster + path)
                .header("Authorization", "Bearer " + TestingHub.token(cluster));
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
