package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `livekube hub` in its own process, with batches as curl would send them.
@Timeout(180)
class HubProcessTest {
    private static final String TOKEN = "the-token-of-the-demo-cluster";
    private static final String BATCH = """
            {"SessionId":"8f14e45fceea167a-1","SequenceNumber":1,"SyncType":"full","Snapshots":{"Namespace":[\
            {"metadata":{"name":"default","uid":"0b4f2f5e-0000-4000-8000-000000000001","resourceVersion":"7"}}]}}\
            """;

    @Test
    void itAcceptsABatchServesItAndStopsOnASignal(@TempDir Path dir) throws Exception {
        Path tokens = Files.writeString(dir.resolve("tokens"), "demo " + TOKEN + "\n");
        Path log = dir.resolve("log");
        Process hub = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dlogback.configurationFile=logback.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.livekube.cli.Main",
                        "hub",
                        "--port",
                        "0",
                        "--tokens-file",
                        tokens.toString())
                .redirectError(log.toFile())
                .start();
        try (HttpClient client = HttpClient.newHttpClient();
                BufferedReader out = hub.inputReader()) {
            List<String> lines = out.lines()
                    .takeWhile(line -> !line.startsWith("Press Ctrl-C"))
                    .toList();
            String url = lines.stream()
                    .filter(line -> line.contains("serving"))
                    .map(line -> line.substring(line.indexOf("http")))
                    .findFirst()
                    .orElseThrow();

            HttpResponse<String> taken = client.send(
                    HttpRequest.newBuilder(URI.create(url + "/agent/v1/clusters/demo/sync"))
                            .header("Authorization", "Bearer " + TOKEN)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(BATCH))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            HttpResponse<String> read = client.send(
                    HttpRequest.newBuilder(URI.create(url + "/clusters/demo/api/v1/namespaces"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(taken.statusCode()).as(taken.body()).isEqualTo(200);
            assertThat(read.body()).contains("\"NamespaceList\"").contains("\"default\"");

            hub.destroy();
            assertThat(hub.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(hub.exitValue())
                    .as("stops on the first signal, before StopSignal forces it to exit")
                    .isZero();
        } finally {
            hub.destroyForcibly();
        }
        assertThat(Files.readString(log))
                .contains("demo: registered")
                .contains("session 8f14e45fceea167a-1 opened")
                .contains("demo: namespaces synced, 1 objects")
                .doesNotContain(TOKEN);
    }
}
