package io.livekube.lab.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The first command of the README in a built checkout, `make run`, for a user without a cluster.
@Tag("alone") // measures start-up time
@Timeout(600)
class FirstRunTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Duration PROMISED = Duration.ofSeconds(60);
    private static final Pattern DASHBOARD = Pattern.compile("dashboard +(http://[0-9.:]+)/");

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path checkout;

    @Test
    void pageWithChangingRowsIsUpWithinAMinute() throws Exception {
        for (String part : new String[] {"Makefile", "build", "cli"}) {
            Files.createSymbolicLink(checkout.resolve(part), ROOT.resolve(part));
        }
        // A launcher resolves a symlink to itself; a copy finds nothing newer than the build.
        Files.copy(ROOT.resolve("livekube"), checkout.resolve("livekube"));
        assertThat(ROOT.resolve("cli/target/livekube.jar")).exists();
        Files.createDirectory(checkout.resolve("target"));
        Files.createFile(checkout.resolve("target/built"));

        long start = System.nanoTime();
        Path said = checkout.resolve("said");
        Process make = makeRun(said);
        try {
            URI hub = hub(make, said);
            assertThat(get(hub.resolve("/"))).contains("<script");
            changedRow(hub);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            System.out.printf("make run: a page with rows that change after %.1f s%n", took.toMillis() / 1e3);
            assertThat(took).isLessThan(PROMISED);
        } finally {
            end(make);
        }
    }

    /// Stops all its processes and waits for them, since they write to the checkout until then.
    private static void end(Process make) throws Exception {
        List<ProcessHandle> family =
                Stream.concat(make.descendants(), Stream.of(make.toHandle())).toList();
        family.forEach(ProcessHandle::destroy);
        for (ProcessHandle process : family) {
            process.onExit().get(60, TimeUnit.SECONDS);
        }
    }

    private Process makeRun(Path said) throws IOException {
        var builder = new ProcessBuilder("make", "run")
                .directory(checkout.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LIVEKUBE_") || name.startsWith("MAKE"));
        builder.environment().put("HOME", checkout.toString());
        builder.environment().put("KUBECONFIG", checkout.resolve("none").toString());
        builder.environment().put("LIVEKUBE_PORT", "0");
        return builder.start();
    }

    private static URI hub(Process make, Path said) throws IOException {
        Awaitility.await()
                .atMost(Duration.ofMinutes(5))
                .until(() -> DASHBOARD.matcher(read(said)).find() || !make.isAlive());
        Matcher found = DASHBOARD.matcher(read(said));
        assertThat(found.find()).as(read(said)).isTrue();
        return URI.create(found.group(1));
    }

    /// Not readString: output that is still being written may end inside a character.
    private static String read(Path said) throws IOException {
        return new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
    }

    private String get(URI page) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /// Reads the dashboard's stream of pods: the current state, then one later change.
    private void changedRow(URI hub) throws IOException, InterruptedException {
        URI stream = hub.resolve("/api/v1/stream?rows=pods&cluster=shop");
        try (Stream<String> lines = http.send(
                        HttpRequest.newBuilder(stream).build(), HttpResponse.BodyHandlers.ofLines())
                .body()) {
            Iterator<String> rows = lines.filter(line -> line.startsWith("data:") && line.contains("\"rows\":[{"))
                    .iterator();
            assertThat(rows.next()).contains("\"reset\":true");
            String next = rows.next();
            while (next.contains("\"reset\":true") || next.contains("\"more\":true")) {
                next = rows.next();
            }
            assertThat(next).contains("\"name\":");
        }
    }
}
