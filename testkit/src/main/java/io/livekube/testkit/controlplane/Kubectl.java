package io.livekube.testkit.controlplane;

import java.nio.file.Path;
import java.util.Map;

/// Runs kubectl against one cluster, without touching the user's home directory.
record Kubectl(Path binary, Path kubeconfig, Path directory) {
    CommandResult run(String input, String... arguments) {
        return new ToolRun(
                        binary,
                        directory,
                        Map.of(
                                "KUBECONFIG", kubeconfig.toString(),
                                "KUBECACHEDIR",
                                        directory.resolve("kubectl-cache").toString(),
                                "KUBERC", "off"))
                .run(input, arguments);
    }
}
