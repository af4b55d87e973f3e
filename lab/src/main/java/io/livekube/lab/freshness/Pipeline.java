package io.livekube.lab.freshness;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.BenchException;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A hub and an agent, as separate processes, that follow one API server.
///
/// @param url the hub's
record Pipeline(ChildProcess hub, ChildProcess agent, String url, JsonNode synced) {
    static final String CLUSTER = "bench";
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int HUB_HEAP_MB = 512;

    /// Starts both and waits until the kinds are synced.
    ///
    /// @param agentFlags flags of the agent's JVM, as shipped
    static Pipeline start(Run run, Path kubeconfig, int agentHeapMb, List<String> agentFlags, int kinds) {
        return start(run, kubeconfig, List.of(), agentHeapMb, agentFlags, kinds, true);
    }

    /// @param hubFlags flags of the hub's JVM
    /// @param timed whether the hub notes the age of each change of a pod, which costs CPU time
    static Pipeline start(
            Run run,
            Path kubeconfig,
            List<String> hubFlags,
            int agentHeapMb,
            List<String> agentFlags,
            int kinds,
            boolean timed) {
        String token = "bench-token-0123456789abcdef0123456789abcdef";
        Path tokens = run.write("tokens", CLUSTER + " " + token + "\n");
        Path tokenFile = run.write("token", token + "\n");
        List<String> hubCommand = new ArrayList<>(JavaChild.command(HubChild.class, HUB_HEAP_MB, tokens.toString()));
        hubCommand.addAll(1, hubFlags);
        ChildProcess hub = run.start("hub", hubCommand);
        String url = hub.await("ready", LIMIT).path("url").asText();
        List<String> command = new ArrayList<>(JavaChild.command(
                AgentChild.class, agentHeapMb, kubeconfig.toString(), url, CLUSTER, tokenFile.toString()));
        command.addAll(1, agentFlags);
        command.addAll(
                0, List.of("env", "MALLOC_ARENA_MAX=1", "MALLOC_TRIM_THRESHOLD_=131072")); // as the launcher does
        ChildProcess agent = run.start("agent", command);
        agent.await("ready", LIMIT);
        JsonNode synced = hub.ask(
                "await",
                Child.fields()
                        .put("cluster", CLUSTER)
                        .put("kinds", kinds)
                        .put("seconds", LIMIT.toSeconds())
                        .put("timed", timed),
                LIMIT);
        if (synced.path("kinds").asInt() < kinds) {
            throw new BenchException("the hub has " + synced + " where " + kinds + " kinds were due");
        }
        run.progress("the hub mirrors " + synced.path("objects").asInt() + " objects of "
                + synced.path("kinds").asInt() + " kinds");
        return new Pipeline(hub, agent, url, synced);
    }
}
