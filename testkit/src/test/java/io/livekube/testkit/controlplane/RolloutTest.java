package io.livekube.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@RealControlPlane(nodes = 5)
class RolloutTest {
    private static final int REPLICAS = 300;

    @Test
    void deploymentRollsOutAndUpdates(ControlPlane plane) throws Exception {
        plane.apply(deployment("example.org/app:1")).outOrThrow();
        rolledOut(plane);
        assertThat(images(plane)).hasSize(REPLICAS).containsOnly("example.org/app:1");
        looksLikeAPodOfARealNode(anyPod(plane));

        plane.apply(deployment("example.org/app:2")).outOrThrow();
        rolledOut(plane);
        await().atMost(Duration.ofMinutes(2)).until(() -> images(plane).length == REPLICAS);
        assertThat(images(plane)).containsOnly("example.org/app:2");
        assertThat(plane.kubectl("get", "rs", "-n", "rollout", "-o", "name")
                        .outOrThrow()
                        .lines())
                .hasSize(2);
    }

    @Test
    void jobRunsToCompletion(ControlPlane plane) {
        plane.apply("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: sum, namespace: default}
                spec:
                  completions: 3
                  parallelism: 3
                  template:
                    spec: {restartPolicy: Never, containers: [{name: main, image: example.org/job:1}]}
                """).outOrThrow();

        plane.kubectl("wait", "job/sum", "--for=condition=Complete", "--timeout=300s")
                .outOrThrow();
    }

    private static void looksLikeAPodOfARealNode(JsonNode pod) {
        assertThat(pod.at("/spec/nodeName").asText()).startsWith("node-");
        assertThat(pod.at("/spec/volumes/0/projected").isMissingNode()).isFalse();
        assertThat(pod.at("/metadata/ownerReferences/0/kind").asText()).isEqualTo("ReplicaSet");
        assertThat(pod.at("/metadata/managedFields").size()).isGreaterThan(1);
        JsonNode status = pod.path("status");
        assertThat(status.path("phase").asText()).isEqualTo("Running");
        assertThat(status.path("podIP").asText()).matches("10\\.64\\.[0-4]\\.\\d+");
        assertThat(status.path("hostIP").asText()).matches("10\\.32\\.0\\.[1-5]");
        assertThat(status.path("qosClass").asText()).isEqualTo("Burstable");
        assertThat(status.path("conditions").findValuesAsText("type"))
                .containsExactlyInAnyOrder(
                        "PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled");
        JsonNode container = status.at("/containerStatuses/0");
        assertThat(container.path("containerID").asText()).matches("containerd://[0-9a-f]{64}");
        assertThat(container.path("imageID").asText()).matches("example.org/app:1@sha256:[0-9a-f]{64}");
        assertThat(container.at("/state/running/startedAt").asText()).isNotEmpty();
        assertThat(container.at("/state").has("waiting")).isFalse();
        assertThat(status.at("/initContainerStatuses/0/state/terminated/exitCode")
                        .asInt(-1))
                .isZero();
    }

    private static void rolledOut(ControlPlane plane) {
        plane.kubectl("rollout", "status", "-n", "rollout", "deployment/web", "--timeout=300s")
                .outOrThrow();
    }

    private static String[] images(ControlPlane plane) {
        return plane.kubectl(
                        "get",
                        "pods",
                        "-n",
                        "rollout",
                        "-o",
                        "jsonpath={range .items[*]}{.spec.containers[0].image}{'\\n'}{end}")
                .outOrThrow()
                .lines()
                .toArray(String[]::new);
    }

    private static JsonNode anyPod(ControlPlane plane) throws Exception {
        String pods = plane.kubectl("get", "--raw", "/api/v1/namespaces/rollout/pods?limit=1")
                .outOrThrow();
        return new ObjectMapper().readTree(pods).at("/items/0");
    }

    private static String deployment(String image) {
        return """
                apiVersion: v1
                kind: Namespace
                metadata: {name: rollout}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: rollout}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      initContainers: [{name: prepare, image: 'example.org/init:1'}]
                      containers:
                      - name: main
                        image: %s
                        resources: {requests: {cpu: 10m, memory: 16Mi}}
                """.formatted(REPLICAS, image);
    }
}
