package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/// Builds a program from source with the Go command; the result appears in its directory atomically.
final class GoBuild {
    static final String FLAGS = "-s -w";
    static final String UNFINISHED = ".unfinished";

    private final Path go;
    private final PrintStream progress;

    GoBuild(Path go, PrintStream progress) {
        this.go = go;
        this.progress = progress;
    }

    void build(Tool tool, Path directory) {
        progress.printf("building %s %s (once, about %s) …%n", tool.binary(), tool.version(), tool.usualBuildTime());
        long started = System.nanoTime();
        try {
            Path source = Files.createTempDirectory("livekube-go-");
            Path unfinished = Files.createTempFile(directory, tool.binary(), UNFINISHED);
            try {
                tool.module().extractTo(source);
                run(tool, source, unfinished);
                Files.move(
                        unfinished,
                        directory.resolve(tool.binary()),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(unfinished);
                WorkDirectory.delete(source);
            }
        } catch (IOException e) {
            throw new ControlPlaneException("cannot build " + tool.binary() + " into " + directory, e);
        }
        progress.printf(
                "built %s in %d s%n",
                tool.binary(), Duration.ofNanos(System.nanoTime() - started).toSeconds());
    }

    private void run(Tool tool, Path source, Path output) throws IOException {
        var command = new ProcessBuilder(
                        go.toString(),
                        "build",
                        "-trimpath",
                        "-ldflags",
                        linkerFlags(tool),
                        "-o",
                        output.toString(),
                        tool.goPackage())
                .directory(source.toFile())
                .redirectErrorStream(true);
        command.environment().put("CGO_ENABLED", "0");
        command.environment().put("GOWORK", "off");
        command.environment().remove("GOFLAGS");
        Process process = command.start();
        process.getOutputStream().close();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new ControlPlaneException("`go build " + tool.goPackage() + "` (" + tool.version()
                        + ") failed with exit code " + code + ":\n" + said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ControlPlaneException("interrupted while building " + tool.binary(), e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    private static String linkerFlags(Tool tool) {
        return switch (tool.module()) {
            case KWOK, HELM -> FLAGS;
            case KUBERNETES -> {
                String[] version = Tool.KUBE_APISERVER.version().split("\\.", 3);
                String variable = " -X k8s.io/component-base/version.";
                yield FLAGS
                        + (variable + "gitVersion=v" + Tool.KUBE_APISERVER.version())
                        + (variable + "gitMajor=" + version[0])
                        + (variable + "gitMinor=" + version[1])
                        + (variable + "gitTreeState=clean")
                        + (variable + "gitCommit=unknown")
                        + (variable + "buildDate=1970-01-01T00:00:00Z");
            }
        };
    }
}
