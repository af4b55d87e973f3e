package io.livekube.lab.sync;

import io.livekube.testkit.controlplane.CommandResult;
import io.livekube.testkit.controlplane.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The same kubectl command against a hub and against the API server itself.
record KubectlSides(ControlPlane plane, Path hubConfig) {
    /// Ages, which differ from one call to the next.
    private static final Pattern AGE = Pattern.compile("(?<![^ (])(?:[0-9]+[ydhms])+(?![^ )])");

    static KubectlSides of(ControlPlane plane, URI hub, Path dir) throws IOException {
        Path config = Files.writeString(dir.resolve("hub-config"), """
                apiVersion: v1
                kind: Config
                current-context: hub
                contexts: [{name: hub, context: {cluster: hub, user: reader}}]
                clusters: [{name: hub, cluster: {server: "%s"}}]
                users: [{name: reader, user: {}}]
                """.formatted(hub));
        return new KubectlSides(plane, config);
    }

    String api(String... arguments) {
        return said(plane.kubectl(arguments));
    }

    String hub(String... arguments) {
        return said(
                plane.kubectl(Stream.concat(Stream.of("--kubeconfig", hubConfig.toString()), Arrays.stream(arguments))
                        .toArray(String[]::new)));
    }

    /// Starts a long-running command on both sides.
    KubectlPair follow(String... arguments) {
        String command = "kubectl " + String.join(" ", arguments);
        try {
            return new KubectlPair(
                    command, begin(hubConfig, arguments, command), begin(plane.kubeconfig(), arguments, command));
        } catch (IOException e) {
            throw new UncheckedIOException(command, e);
        }
    }

    private KubectlPair.Side begin(Path config, String[] arguments, String command) throws IOException {
        List<String> all =
                new ArrayList<>(List.of(plane.kubectl().toString(), "--kubeconfig", config.toString(), "--cache-dir"));
        all.add(hubConfig.resolveSibling("kubectl-cache").toString());
        all.addAll(List.of(arguments));
        return KubectlPair.Side.start(
                all, Files.createTempFile(hubConfig.getParent(), command.replaceAll("[^a-z]+", "-"), ".out"));
    }

    private static String said(CommandResult result) {
        return result.out() + result.err() + (result.succeeded() ? "" : "(exit code " + result.exitCode() + ")");
    }

    /// A table without ages and without column widths, which ages change.
    static String withoutAges(String table) {
        return table.lines()
                .map(line -> AGE.matcher(line)
                        .replaceAll("AGE")
                        .replaceAll(" {2,}", "  ")
                        .stripTrailing())
                .collect(Collectors.joining("\n"));
    }

    /// The same table with sorted lines: a namespace `a` comes before `a-b` on a hub but after it on an API
    /// server, which sorts by `a/…` and `a-b/…`.
    static String sortedWithoutAges(String table) {
        return withoutAges(table).lines().sorted().collect(Collectors.joining("\n"));
    }

    /// Lines of a table, each split into cells.
    static List<List<String>> cells(String table) {
        return table.lines().map(line -> List.of(line.split(" {2,}"))).toList();
    }
}
