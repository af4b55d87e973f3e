package io.livekube.testkit.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// Nodes without machines, whose kubelets kwok simulates; each takes 250 pods.
final class FakeNodes {
    private final ApiCalls api;

    FakeNodes(ApiCalls api) {
        this.api = api;
    }

    /// Writes kwok's configuration: the lifecycles of nodes and pods.
    static Path writeStages(Path directory) {
        try (InputStream stages = FakeNodes.class.getResourceAsStream("/controlplane/kwok.yaml")) {
            if (stages == null) {
                throw new IllegalStateException("not on the class path: /controlplane/kwok.yaml");
            }
            Path file = directory.resolve("kwok.yaml");
            Files.copy(stages, file);
            return file;
        } catch (IOException e) {
            throw new ControlPlaneException("cannot write kwok's configuration", e);
        }
    }

    void create(int count) {
        for (int i = 0; i < count; i++) {
            api.post("/api/v1/nodes", node(i));
        }
    }

    boolean haveReported() {
        return nodes().allMatch(FakeNodes::isReady);
    }

    /// Whether the node controller has taken away the taints that keep pods off new nodes.
    boolean takePods() {
        return nodes().allMatch(node ->
                isReady(node) && node.path("spec").path("taints").isEmpty());
    }

    private Stream<JsonNode> nodes() {
        return children(api.get("/api/v1/nodes").path("items"));
    }

    private static boolean isReady(JsonNode node) {
        return children(node.path("status").path("conditions"))
                .anyMatch(condition -> condition.path("type").asText().equals("Ready")
                        && condition.path("status").asText().equals("True"));
    }

    private static Stream<JsonNode> children(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static String node(int i) {
        String name = "node-%04d".formatted(i);
        String ip = "10.32.%d.%d".formatted(i / 250, 1 + i % 250);
        String resources = """
                {"cpu": "32", "memory": "128Gi", "ephemeral-storage": "200Gi", "pods": "250"}""";
        return """
                {"apiVersion": "v1", "kind": "Node",
                 "metadata": {"name": "%1$s",
                   "labels": {"kubernetes.io/hostname": "%1$s", "kubernetes.io/os": "linux",
                     "kubernetes.io/arch": "amd64", "topology.kubernetes.io/zone": "zone-%2$d"}},
                 "spec": {"podCIDR": "10.%3$d.%4$d.0/24", "podCIDRs": ["10.%3$d.%4$d.0/24"]},
                 "status": {"capacity": %5$s, "allocatable": %5$s,
                   "addresses": [{"type": "InternalIP", "address": "%6$s"}, {"type": "Hostname", "address": "%1$s"}],
                   "nodeInfo": {"machineID": "%1$s", "systemUUID": "%1$s", "bootID": "%1$s",
                     "kernelVersion": "6.12.0", "osImage": "kwok", "containerRuntimeVersion": "containerd://2.1.0",
                     "kubeletVersion": "v%7$s", "kubeProxyVersion": "", "operatingSystem": "linux",
                     "architecture": "amd64"}}}
                """.formatted(name, i % 3, 64 + i / 256, i % 256, resources, ip, Tool.KUBE_APISERVER.version());
    }
}
