package io.livekube.lab.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.lab.child.Child;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A child that plays many agents: each asks for tasks all the time, takes every wish, and pushes only on
/// command.
final class IdleAgents {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String hub;
    private final int clusters;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final CountDownLatch there;

    private IdleAgents(String hub, int clusters) {
        this.hub = hub;
        this.clusters = clusters;
        this.there = new CountDownLatch(clusters);
    }

    static String cluster(int i) {
        return "idle-" + i;
    }

    static String token(int i) {
        return "idle-token-0123456789abcdef-" + i;
    }

    /// Arguments: the hub's URL, how many clusters.
    public static void main(String[] args) {
        Child.main(child -> {
            var self = new IdleAgents(args[0], Integer.parseInt(args[1]));
            for (int i = 0; i < self.clusters; i++) {
                int number = i;
                Thread.ofVirtual().name(cluster(i)).start(() -> self.follow(number));
            }
            self.there.await();
            child.emit("ready", Child.fields());
            child.serve(Map.of("push", self::push));
        });
    }

    private void follow(int i) {
        String taken = "";
        try {
            while (true) {
                HttpResponse<String> answer = send(
                        request(i, "/tasks?wait=25&sync=off&taken=" + taken).GET());
                require(answer);
                for (JsonNode task : Child.parse(answer.body()).path("Tasks")) {
                    taken = task.path("Id").asText();
                }
                there.countDown();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("agent " + i + " ends", e);
        }
    }

    /// Each cluster is turned on and pushes `pods` pods, once.
    private ObjectNode push(JsonNode command) throws IOException, InterruptedException {
        int pods = command.path("pods").asInt();
        for (int i = 0; i < clusters; i++) {
            require(send(mode(i, "on")));
            require(send(request(i, "/sync")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(snapshot(i, pods)))));
            require(send(mode(i, "auto")));
        }
        return Child.fields();
    }

    private HttpRequest.Builder mode(int i, String mode) {
        return HttpRequest.newBuilder(URI.create(hub + "/api/v1/clusters/" + cluster(i) + "/sync"))
                .header("Content-Type", "application/json")
                .timeout(PATIENCE)
                .PUT(HttpRequest.BodyPublishers.ofString("{\"mode\":\"%s\"}".formatted(mode)));
    }

    private static String snapshot(int i, int pods) {
        String items = IntStream.range(0, pods).mapToObj("""
                        {"metadata":{"namespace":"default","name":"pod-%1$d","uid":"u-%1$d","resourceVersion":"%1$d"},\
                        "spec":{"nodeName":"node-1","containers":[{"name":"app","image":"registry.example.com/app:1"}]},\
                        "status":{"phase":"Running","podIP":"10.0.0.%1$d"}}\
                        """::formatted).collect(Collectors.joining(","));
        return """
                {"SessionId":"%016x-1","SyncType":"full","SequenceNumber":1,"Snapshots":{"Pod":[%s]}}\
                """.formatted(i + 1, items);
    }

    private HttpRequest.Builder request(int i, String path) {
        return HttpRequest.newBuilder(URI.create(hub + "/agent/v1/clusters/" + cluster(i) + path))
                .header("Authorization", "Bearer " + token(i))
                .timeout(PATIENCE);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static void require(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException("the hub returned HTTP %d: %s".formatted(answer.statusCode(), answer.body()));
        }
    }
}
