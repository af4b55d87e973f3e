package io.livekube.lab.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.lab.child.Child;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.churn.Churn;
import io.livekube.simulator.churn.ChurnSpec;
import io.livekube.simulator.cluster.ClusterGenerator;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.ClusterSummary;
import io.livekube.simulator.cluster.ProgressListener;
import io.livekube.simulator.resource.BuiltInTypes;
import java.time.Duration;
import java.util.Map;

/// A child that serves a simulated cluster and churns it on command.
public final class SimulatorServer {
    private SimulatorServer() {}

    /// Argument: how many pods.
    public static void main(String[] args) {
        Child.main(child -> {
            try (Simulator simulator = Simulator.start(SimulatorConfig.defaults())) {
                long started = System.nanoTime();
                ClusterSummary cluster = ClusterGenerator.populate(
                        simulator.store(),
                        ClusterSpec.defaults().withPods(Integer.parseInt(args[0])),
                        ProgressListener.none());
                child.emit(
                        "ready",
                        Child.fields()
                                .put("url", simulator.url().toString())
                                .put("kubeconfig", simulator.kubeconfig())
                                .put("pods", cluster.count(BuiltInTypes.POD))
                                .put("objects", cluster.objects())
                                .put("populate_s", secondsSince(started)));
                child.serve(Map.of("churn", command -> churn(simulator, command)));
            }
        });
    }

    /// Churns for `seconds`, at `rate` or as fast as it can; returns the changes per second.
    private static ObjectNode churn(Simulator simulator, JsonNode command) throws InterruptedException {
        var spec = ChurnSpec.defaults()
                .withChangesPerSecond(command.path("rate").asDouble(ChurnSpec.MOST_CHANGES_PER_SECOND));
        try (Churn churn = Churn.start(simulator.store(), spec)) {
            awaitFirstChange(churn);
            long before = churn.changes();
            long wallBefore = System.nanoTime();
            Duration cpuBefore = cpu();
            Thread.sleep(Duration.ofMillis((long) (command.path("seconds").asDouble() * 1_000)));
            long changes = churn.changes() - before;
            return Child.fields()
                    .put("changes_per_s", changes / secondsSince(wallBefore))
                    .put("changes_per_cpu_s", changes / (cpu().minus(cpuBefore).toNanos() / 1e9));
        }
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    /// A churn first reads the whole cluster; how long that takes is not part of its rate.
    private static void awaitFirstChange(Churn churn) throws InterruptedException {
        while (churn.changes() == 0) {
            Thread.sleep(Duration.ofMillis(10));
        }
    }

    private static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }
}
