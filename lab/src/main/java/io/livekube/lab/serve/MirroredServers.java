package io.livekube.lab.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.BenchException;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import io.livekube.lab.freshness.AgentChild;
import io.livekube.lab.informer.LoadedControlPlane;
import io.livekube.testkit.controlplane.ControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A real API server full of pods, and a hub that mirrors it through an agent; both serve with TLS and the
/// same certificate.
///
/// The hub's JVM has the flags of the launcher.
record MirroredServers(GoPeers go, LoadedControlPlane loaded, ChildProcess hub, String hubUrl) {
    static final String APISERVER = "apiserver";
    static final String HUB = "hub";

    private static final String CLUSTER = "bench";
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int HUB_HEAP_MB = 1_650;
    private static final int AGENT_HEAP_MB = 128;
    private static final List<String> HUB_FLAGS = List.of("-XX:+UseSerialGC", "-Xmn100m");

    static MirroredServers start(Run run, int pods) {
        GoPeers go = GoPeers.build(run);
        LoadedControlPlane loaded = LoadedControlPlane.start(run, go, pods);
        ControlPlane plane = loaded.plane();
        String token = "bench-token-0123456789abcdef0123456789abcdef";
        Path tokens = run.write("tokens", CLUSTER + " " + token + "\n");
        Path tokenFile = run.write("token", token + "\n");
        Path ca = run.write("ca.pem", plane.endpoint().caPem().orElseThrow());
        List<String> command = new ArrayList<>(JavaChild.command(
                ServingHub.class,
                HUB_HEAP_MB,
                tokens.toString(),
                plane.servingCertificate().toString(),
                plane.servingKey().toString()));
        command.addAll(1, HUB_FLAGS);
        ChildProcess hub = run.start(HUB, command);
        String url = hub.await("ready", LIMIT).path("url").asText();
        List<String> agent = new ArrayList<>(JavaChild.command(
                AgentChild.class,
                AGENT_HEAP_MB,
                plane.kubeconfig().toString(),
                url,
                CLUSTER,
                tokenFile.toString(),
                ca.toString()));
        agent.add(1, "-XX:+UseSerialGC");
        run.start("agent", agent).await("ready", LIMIT);
        JsonNode synced = hub.ask(
                "await",
                Child.fields().put("cluster", CLUSTER).put("pods", pods).put("seconds", LIMIT.toSeconds()),
                LIMIT);
        if (synced.path("pods").asInt() != pods) {
            throw new BenchException("the hub has " + synced + " where " + pods + " pods were due");
        }
        run.progress("the hub mirrors " + pods + " pods");
        return new MirroredServers(go, loaded, hub, url);
    }

    CrowdedServer apiserver(Run run, String key, CrowdedServer.Protocol protocol) {
        ControlPlane plane = loaded.plane();
        ChildProcess crowd = CrowdedServer.crowd(
                run,
                go,
                key,
                plane.endpoint().url().toString(),
                plane.endpoint().token().orElse(""),
                protocol);
        Runnable collect = () -> crowd.ask("list", Child.fields().put("path", "/debug/pprof/heap?gc=1"), LIMIT);
        return new CrowdedServer(key, apiServerPid(plane), crowd, collect);
    }

    CrowdedServer hub(Run run, String key, CrowdedServer.Protocol protocol) {
        ChildProcess crowd = CrowdedServer.crowd(run, go, key, hubUrl + "/clusters/" + CLUSTER, "", protocol);
        return new CrowdedServer(key, hub.pid(), crowd, () -> hub.ask("gc"));
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
