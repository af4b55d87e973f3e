package io.livekube.lab.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.BenchException;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Run;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.ControlPlaneConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A simulator and a real kube-apiserver that hold the same pods.
record ServerPair(ServerUnderTest simulator, ServerUnderTest apiserver) {
    static final String SIMULATOR = "simulator";
    static final String APISERVER = "apiserver";

    private static final Duration LOAD_LIMIT = Duration.ofMinutes(3);
    private static final int SIMULATOR_HEAP_MB = 1_500;

    static ServerPair start(Run run, GoPeers go, int pods) {
        ChildProcess child = run.start(
                SIMULATOR, JavaChild.command(SimulatorServer.class, SIMULATOR_HEAP_MB, Integer.toString(pods)));
        JsonNode ready = child.await("ready", LOAD_LIMIT);
        Path kubeconfig =
                run.write("simulator.kubeconfig", ready.path("kubeconfig").asText());
        ServerUnderTest simulator = ServerUnderTest.of(
                run,
                SIMULATOR,
                child.pid(),
                ApiEndpoint.plain(URI.create(ready.path("url").asText())),
                kubeconfig);
        run.progress("simulator serves " + ready.path("pods").asInt() + " pods");

        ControlPlane plane = run.closing(ControlPlane.start(ControlPlaneConfig.defaults()));
        load(run, go, plane, kubeconfig);
        ServerUnderTest apiserver =
                ServerUnderTest.of(run, APISERVER, apiServerPid(plane), plane.endpoint(), plane.kubeconfig());
        return new ServerPair(simulator, apiserver);
    }

    List<ServerUnderTest> all() {
        return List.of(simulator, apiserver);
    }

    private static void load(Run run, GoPeers go, ControlPlane plane, Path from) {
        List<String> command = List.of(
                go.program("loader"), "load", "--etcd", plane.etcd().toString(), "--copy-from", from.toString());
        try (ChildProcess loader = run.start("loader", command)) {
            JsonNode loaded = loader.await("loaded", LOAD_LIMIT);
            run.progress("kube-apiserver serves copies of them, "
                    + loaded.path("json_bytes").asInt() + " bytes each");
        }
    }

    private static long apiServerPid(ControlPlane plane) {
        String port = "--secure-port=" + plane.endpoint().url().getPort();
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("kube-apiserver"))
                .filter(process -> List.of(process.info().arguments().orElse(new String[0]))
                        .contains(port))
                .map(ProcessHandle::pid)
                .findFirst()
                .orElseThrow(() -> new BenchException("no kube-apiserver process listens on " + port));
    }
}
