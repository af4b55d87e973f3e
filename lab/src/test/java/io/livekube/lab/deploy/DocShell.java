package io.livekube.lab.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.Helm;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Types commands of the docs as a user would in the project's root: with `livekube`, `kubectl` and `helm`
/// at hand, a current context, and a hub where the docs say that there is one.
final class DocShell implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /// For how long a command that fails is typed again: a changed file takes its time to be read, a kind
    /// to be synced.
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private static final Duration PAUSE = Duration.ofMillis(250);

    /// Commands that run until they are stopped.
    private static final Pattern LASTING = Pattern.compile(
            "livekube (hub|agent|up|simulate|watch)\\b|get .*(-w|--watch)\\b|[?&]watch=|/stream\\b|^curl .*-N\\b");

    /// Output that shows that such a command is ready.
    private static final Pattern SERVING = Pattern.compile("livekube (hub|up|simulate)\\b");

    private static final Pattern PROXY = Pattern.compile("(?i)(http|https|all)_proxy");
    private static final Pattern NEW_TOKEN = Pattern.compile("livekube token .*--out (\\S+)");
    private static final Pattern PORT = Pattern.compile("livekube (hub|up)\\b");
    private static final Pattern HUB = Pattern.compile("https?://(127\\.0\\.0\\.1|localhost):(8080|PORT)");

    private final Path dir;
    private final Path home;
    private final URI hub;
    private final List<Process> running = new ArrayList<>();
    private Path output;

    private DocShell(Path dir, Path home, URI hub) {
        this.dir = dir;
        this.home = home;
        this.hub = hub;
        this.output = home;
    }

    /// @param dir working directory, which contains the hub's files
    /// @param home the user's home directory
    static DocShell open(Path dir, Path home, URI hub, ControlPlane plane, Helm helm) throws IOException {
        Files.createSymbolicLink(dir.resolve("deploy"), Deployed.DIRECTORY);
        Files.createSymbolicLink(dir.resolve("protocol"), Deployed.DIRECTORY.resolveSibling("protocol"));
        Path bin = Files.createDirectories(home.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("kubectl"), plane.kubectl());
        Files.createSymbolicLink(bin.resolve("helm"), helm.binary());
        Path arguments =
                Files.writeString(home.resolve("java.args"), """
                -Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED
                --sun-misc-unsafe-memory-access=allow -Dlogback.configurationFile=logback.xml
                -cp "%s"
                """.formatted(System.getProperty("java.class.path")));
        Path livekube = Files.writeString(dir.resolve("livekube"), """
                #!/bin/sh
                exec "%s" "@%s" io.livekube.cli.Main "$@"
                """.formatted(
                        ProcessHandle.current().info().command().orElseThrow(), arguments));
        assertThat(livekube.toFile().setExecutable(true)).isTrue();
        Files.createSymbolicLink(bin.resolve("livekube"), livekube);
        Files.copy(plane.kubeconfig(), home.resolve("kubeconfig"));
        Files.writeString(home.resolve(".curlrc"), "fail-with-body\nsilent\nshow-error\nmax-time 20\n");
        return new DocShell(dir, home, hub);
    }

    /// Runs a command; throws if it fails unexpectedly.
    void type(DocCommand command) throws IOException, InterruptedException {
        String text = HUB.matcher(command.text())
                .replaceAll(hub.toString())
                .replaceAll("(clusters/|--cluster )shop\\b", "$1demo")
                .replace("--pods 10000", "--pods 100");
        if (LASTING.matcher(text).find()) {
            lasting(command, "exec " + (PORT.matcher(text).find() ? text + " --port 0" : text));
            return;
        }
        Matcher token = NEW_TOKEN.matcher(text);
        if (token.find()) {
            Files.deleteIfExists(
                    dir.resolve(token.group(1))); // a new user has none, and existing files are not overwritten
        }
        long end = System.nanoTime() + AGAIN.toNanos();
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(PAUSE)
                .atMost(AGAIN.plus(PATIENCE))
                .until(() -> finished(command, text, System.nanoTime() > end));
    }

    /// @return whether it ended well; the last try must
    private boolean finished(DocCommand command, String text, boolean last) throws IOException, InterruptedException {
        Process process = start(text);
        try {
            boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(ended).as("%s ends; it said:%n%s", command, said()).isTrue();
        } finally {
            end(process);
        }
        if (last) {
            assertThat(process.exitValue())
                    .as("%s; it said:%n%s", command, said())
                    .isZero();
        }
        return process.exitValue() == 0;
    }

    /// Starts a command that runs until the shell is closed, since later commands may need it.
    private void lasting(DocCommand command, String text) throws IOException, InterruptedException {
        Process process = start(text);
        running.add(process);
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean ended = process.waitFor(2, TimeUnit.SECONDS);
        while (!ended && SERVING.matcher(text).find() && !said().contains("Ctrl-C") && System.nanoTime() < end) {
            ended = process.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
        assertThat(!ended || process.exitValue() == 0)
                .as("%s; it said:%n%s", command, said())
                .isTrue();
    }

    private Process start(String text) throws IOException {
        output = Files.createTempFile(home, "said", "");
        var builder = new ProcessBuilder("sh", "-c", text)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile());
        // Set by whoever runs the tests: their proxy does not reach this machine.
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.startsWith("LIVEKUBE_") || PROXY.matcher(name).matches());
        builder.environment().put("PATH", home.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("HOME", home.toString());
        builder.environment().put("KUBECONFIG", home.resolve("kubeconfig").toString());
        builder.environment().put("LIVEKUBE_HUB", hub.toString());
        return builder.start();
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /// Stops all running commands.
    void leave() {
        running.forEach(DocShell::end);
        running.clear();
    }

    @Override
    public void close() {
        leave();
    }

    private String said() throws IOException {
        // Not readString: output that is still being written may end inside a character.
        return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    }
}
