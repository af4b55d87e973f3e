package io.livekube.lab.bench;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The Go programs below `lab/peers`, built on demand into `lab/target/peers`; Go's own cache makes a
/// rebuild cheap.
///
/// Only one process builds at a time, and others reuse its result, so that no program is run while it is
/// being written.
public final class GoPeers {
    private final Path binaries;

    private GoPeers(Path binaries) {
        this.binaries = binaries;
    }

    public static GoPeers build(Run run) {
        return build(run, "./...");
    }

    /// Builds some of them.
    ///
    /// @param packages which of them, as Go names them
    public static GoPeers build(Run run, String packages) {
        Path sources = run.lab().path().resolve("peers");
        Path binaries = run.lab().path().resolve("target/peers");
        try (FileChannel file = FileChannel.open(
                        Files.createDirectories(binaries).resolve("build.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                var _ = file.lock()) {
            Process go = new ProcessBuilder("go", "build", "-o", binaries + "/", packages)
                    .directory(sources.toFile())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(go.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (go.waitFor() != 0) {
                throw new BenchException("go build in " + sources + " failed: " + output.strip());
            }
            return new GoPeers(binaries);
        } catch (IOException e) {
            throw new BenchException("client-go and the pod loader need Go (https://go.dev/dl) on the PATH", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BenchException("interrupted while building " + sources, e);
        }
    }

    /// The path of one program.
    public String program(String name) {
        return binaries.resolve(name).toString();
    }
}
