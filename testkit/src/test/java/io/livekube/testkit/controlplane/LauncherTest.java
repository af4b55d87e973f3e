package io.livekube.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Launches shell scripts, on whose behalf a server in this test responds once they have written a file.
///
/// Below `/loading`, it responds that they are not ready.
@Timeout(120)
class LauncherTest {
    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer answers = server();

    @BeforeEach
    void answerWhenReady() {
        answers.createContext("/", exchange -> {
            exchange.sendResponseHeaders(Files.exists(directory.resolve("ready")) ? 200 : 503, -1);
            exchange.close();
        });
        answers.createContext("/loading", exchange -> {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        answers.start();
    }

    @AfterEach
    void stop() {
        answers.stop(0);
        client.close();
    }

    @Test
    void programWhosePortIsTakenIsStartedOnAnotherOne() throws Exception {
        RunningProgram program = launcher(Duration.ofSeconds(60)).launch("taken", script("""
                echo $0 >> ports
                if [ $(wc -l < ports) -lt 3 ]; then echo 'bind: address already in use'; exit 1; fi
                touch ready
                exec sleep 60
                """), probe());

        try (program) {
            assertThat(program.process().isAlive()).isTrue();
            assertThat(Files.readAllLines(directory.resolve("ports")))
                    .hasSize(3)
                    .last()
                    .isEqualTo(Integer.toString(program.port()));
        }
    }

    @Test
    void programThatDiesIsReportedWithTheEndOfItsOutput() {
        assertThatThrownBy(
                        () -> launcher(Duration.ofSeconds(60)).launch("dying", script("echo no disk; exit 7"), probe()))
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining("dying ended before it was ready (exit code 7)")
                .hasMessageEndingWith("no disk");
    }

    @Test
    void programThatIsNeverReadyIsReportedAndKilled() throws Exception {
        assertThatThrownBy(() -> launcher(Duration.ofMillis(500)).launch("slow", script("""
                        echo still loading
                        echo $$ > pid.new
                        mv pid.new pid
                        exec sleep 60
                        """), this::loadingOnceItRuns))
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining("slow was not ready after")
                .hasMessageContaining("HTTP 503")
                .hasMessageEndingWith("still loading");

        long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void gracefulStopLetsTheProgramCleanUp() {
        RunningProgram program = launcher(Duration.ofSeconds(60)).launch("tidy", script("""
                trap 'echo tidied > tidied; exit 0' TERM
                touch ready
                while :; do sleep 0.1; done
                """), probe());

        try (program) {
            program.process().stopGracefully();

            assertThat(program.process().isAlive()).isFalse();
            assertThat(directory.resolve("tidied")).exists();
        }
    }

    private Launcher launcher(Duration startTimeout) {
        return new Launcher(directory, client, startTimeout);
    }

    private static IntFunction<List<String>> script(String text) {
        return port -> List.of("sh", "-c", text, Integer.toString(port));
    }

    private IntFunction<HttpRequest.Builder> probe() {
        return probe("/");
    }

    /// The start timeout counts from the first probe; until then the program may take its time.
    private HttpRequest.Builder loadingOnceItRuns(int port) {
        await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(directory.resolve("pid")));
        return probe("/loading").apply(port);
    }

    private IntFunction<HttpRequest.Builder> probe(String path) {
        URI url = URI.create("http://127.0.0.1:" + answers.getAddress().getPort() + path);
        return port -> HttpRequest.newBuilder(url);
    }

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException("no port on loopback", e);
        }
    }
}
