package io.livekube.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `livekube agent` in its own process, with a hub that refuses batches.
@Timeout(180)
class AgentProcessTest {
    private static final String TURN_ON = "{\"Tasks\":[{\"Task\":\"SyncControl\",\"Id\":\"w1\",\"Enabled\":true}]}";

    @Test
    void itLogsWhatItFollowsAndProblemsAndStopsOnASignal(@TempDir Path dir) throws Exception {
        HttpServer hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hub.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        hub.createContext("/agent/v1/clusters/demo/tasks", exchange -> {
            boolean applied = exchange.getRequestURI().getQuery().contains("taken=w1");
            byte[] tasks = (applied ? "{\"Tasks\":[]}" : TURN_ON).getBytes(UTF_8);
            exchange.sendResponseHeaders(200, tasks.length);
            exchange.getResponseBody().write(tasks);
            exchange.close();
        });
        hub.start();
        try (Simulator cluster = Simulator.start(SimulatorConfig.defaults())) {
            Path kubeconfig = Files.writeString(dir.resolve("kubeconfig"), cluster.kubeconfig());
            Path token = Files.writeString(dir.resolve("token"), "secret-token");
            String url = "http://127.0.0.1:" + hub.getAddress().getPort();
            Process agent = livekube(
                    "agent",
                    "--hub",
                    url,
                    "--cluster",
                    "demo",
                    "--token-file",
                    "" + token,
                    "--kubeconfig",
                    "" + kubeconfig);
            try (BufferedReader err = agent.errorReader()) {
                List<String> said = new ArrayList<>();
                for (String line = err.readLine(); line != null; line = err.readLine()) {
                    said.add(line);
                    if (anyContains(said, "all 18 kinds are synced") && anyContains(said, "HTTP 503; retrying")) {
                        break;
                    }
                }
                assertThat(String.join("\n", said))
                        .contains("demo: following API server " + cluster.url() + " for hub " + url)
                        .contains("the hub turns sync on")
                        .contains("heap limit")
                        .contains("namespaces: synced, 4 objects")
                        .doesNotContain("secret-token");
                agent.destroy();
                assertThat(agent.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(agent.exitValue())
                        .as("stops on the first signal, before StopSignal forces it to exit")
                        .isZero();
            } finally {
                agent.destroyForcibly();
            }
        } finally {
            hub.stop(0);
        }
    }

    private static boolean anyContains(List<String> lines, String text) {
        return lines.stream().anyMatch(line -> line.contains(text));
    }

    private static Process livekube(String... arguments) throws Exception {
        var command = new ArrayList<String>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        // The tests' own logging is for tests: this is how the command is set up.
        command.addAll(List.of("-Dlogback.configurationFile=logback.xml"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.livekube.cli.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).start();
    }
}
