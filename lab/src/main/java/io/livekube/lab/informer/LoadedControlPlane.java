package io.livekube.lab.informer;

import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.Run;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.ControlPlaneConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A real control plane full of pods of about 9 KB, written straight into etcd.
public record LoadedControlPlane(ControlPlane plane) implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /// Starts one and fills it.
    public static LoadedControlPlane start(Run run, GoPeers go, int pods) {
        ControlPlane plane = run.closing(ControlPlane.start(ControlPlaneConfig.defaults()));
        List<String> command = List.of(
                go.program("loader"), "load", "--etcd", plane.etcd().toString(), "--pods", Integer.toString(pods));
        try (ChildProcess loader = run.start("loader", command)) {
            int bytes = loader.await("loaded", LIMIT).path("json_bytes").asInt();
            run.progress("kube-apiserver serves " + pods + " pods of " + bytes + " bytes");
        }
        return new LoadedControlPlane(plane);
    }

    public Path kubeconfig() {
        return plane.kubeconfig();
    }

    /// A load generator that changes pods in etcd.
    public ChildProcess churner(Run run, GoPeers go) {
        ChildProcess churner = run.start(
                "churner",
                List.of(go.program("loader"), "churn", "--etcd", plane.etcd().toString()));
        churner.await("ready", LIMIT);
        return churner;
    }

    public ApiEndpoint endpoint() {
        return plane.endpoint();
    }

    @Override
    public void close() {
        plane.close();
    }
}
