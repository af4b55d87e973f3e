package io.livekube.lab.deploy;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.core.access.Kubeconfig;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.Helm;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The commands in the project's documents work, in the order in which they appear.
///
/// A hub, and an agent that follows the control plane, are already running. Their token files are those in the
/// docs (`tokens`, `token`): commands that change these affect the running hub and agent.
@RealControlPlane(nodes = 1, isolated = true)
@Timeout(1800)
class DocsCommandsTest {
    private static final String TOKEN = "the-token-of-the-cluster-demo";

    /// A document before may have turned sync off, or removed the cluster.
    private static final DocCommand SOMEBODY_LOOKS = new DocCommand(
            "before each document",
            "./livekube sync demo --mode on --kinds all && ./livekube search kind:namespace default");

    @TempDir
    private Path dir = Path.of("");

    @TempDir
    private Path home = Path.of("");

    @Test
    void commandsInTheDocsWork(ControlPlane plane) throws Exception {
        Path tokens = Files.writeString(dir.resolve("tokens"), "demo " + TOKEN + "\n");
        Path token = Files.writeString(dir.resolve("token"), TOKEN + "\n");
        try (Hub hub = Hub.start(HubConfig.defaults(tokens), InstantSource.system());
                Agent agent = new Agent(
                        AgentConfig.of(hub.url(), "demo", token),
                        Kubeconfig.file(plane.kubeconfig(), Optional.empty()));
                DocShell shell = DocShell.open(dir, home, hub.url(), plane, Helm.forTest(home))) {
            agent.start();
            for (Path document : DocCommand.documents()) {
                List<DocCommand> commands = DocCommand.of(document).stream()
                        .filter(command -> NotRun.rule(command).isEmpty())
                        .toList();
                if (commands.isEmpty()) {
                    continue;
                }
                Files.writeString(tokens, "demo " + TOKEN + "\n");
                Files.writeString(token, TOKEN + "\n");
                shell.type(SOMEBODY_LOOKS);
                for (DocCommand command : commands) {
                    shell.type(command);
                }
                shell.leave();
            }
        }
    }
}
