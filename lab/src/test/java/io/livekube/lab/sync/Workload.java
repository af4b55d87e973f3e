package io.livekube.lab.sync;

import static org.awaitility.Awaitility.await;

import io.livekube.testkit.controlplane.ControlPlane;
import java.time.Duration;

/// A namespace with deployments that are rolled out, scaled and deleted as by a user.
record Workload(ControlPlane plane, String namespace) {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    static Workload in(ControlPlane plane, String namespace) {
        plane.apply("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(namespace))
                .outOrThrow();
        return new Workload(plane, namespace);
    }

    void deploy(String name, String image, int replicas) {
        plane.apply("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %1$s, namespace: %2$s}
                spec:
                  replicas: %3$d
                  selector: {matchLabels: {app: %1$s}}
                  strategy: {rollingUpdate: {maxSurge: 50%%, maxUnavailable: 50%%}}
                  template:
                    metadata: {labels: {app: %1$s}}
                    spec:
                      terminationGracePeriodSeconds: 1
                      containers:
                      - name: main
                        image: %4$s
                        resources: {requests: {cpu: 1m, memory: 1Mi}}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: %1$s, namespace: %2$s}
                spec: {selector: {app: %1$s}, ports: [{port: 80}]}
                """.formatted(name, namespace, replicas, image)).outOrThrow();
    }

    void scale(String name, int replicas) {
        kubectl("scale", "deployment", name, "--replicas=" + replicas);
    }

    void delete(String name) {
        kubectl("delete", "deployment,service", name, "--wait=false");
    }

    boolean rolledOut(String name) {
        return plane.kubectl("rollout", "status", "deployment", name, "-n", namespace, "--watch=false")
                .outOrThrow()
                .contains("successfully rolled out");
    }

    /// Waits for the end of a rollout.
    ///
    /// @param meanwhile repeated until then
    void awaitRolledOut(String name, Runnable meanwhile) {
        await("rollout of " + name)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(700))
                .until(() -> {
                    meanwhile.run();
                    return rolledOut(name);
                });
    }

    String pods() {
        return "/api/v1/namespaces/" + namespace + "/pods";
    }

    String kubectl(String... arguments) {
        String[] all = new String[arguments.length + 2];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "-n";
        all[arguments.length + 1] = namespace;
        return plane.kubectl(all).outOrThrow();
    }
}
