package io.livekube.lab.sim;

import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.HeldObjects;
import io.livekube.lab.bench.JavaChild;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import io.livekube.lab.read.Reader;
import io.livekube.testkit.ApiEndpoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// An API server under test, and the client that reads from it.
///
/// @param key name in the results
/// @param pid the server's process
record ServerUnderTest(String key, long pid, ApiEndpoint endpoint, Path kubeconfig, ChildProcess reader) {
    private static final int READER_HEAP_MB = 1_500;
    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    static ServerUnderTest of(Run run, String key, long pid, ApiEndpoint endpoint, Path kubeconfig) {
        String ca = endpoint.caPem()
                .map(pem -> run.write(key + "-ca.pem", pem).toString())
                .orElse("");
        List<String> command = JavaChild.command(
                Reader.class,
                READER_HEAP_MB,
                endpoint.url().toString(),
                endpoint.token().orElse(""),
                ca);
        ChildProcess reader = run.start("reader-of-" + key, command);
        reader.await("ready", START_LIMIT);
        return new ServerUnderTest(key, pid, endpoint, kubeconfig, reader);
    }

    ProcessUsage usage() {
        return ProcessUsage.of(pid);
    }

    /// The server's content, from a plain LIST.
    HeldObjects holding() {
        return HeldObjects.of(reader.ask("list", Child.fields().put("limit", 0), Duration.ofMinutes(2)));
    }

    /// A load generator that PATCHes this server's pods.
    ChildProcess churner(Run run, GoPeers go) {
        ChildProcess churner = run.start(
                "churner-of-" + key,
                List.of(go.program("loader"), "churn", "--via", "apiserver", "--kubeconfig", kubeconfig.toString()));
        churner.await("ready", START_LIMIT);
        return churner;
    }
}
