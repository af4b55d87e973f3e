package io.livekube.lab.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.ProcessUsage;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.Child;
import java.time.Duration;
import java.util.List;

/// A server, and the crowd of clients that reads from it over one protocol.
///
/// @param key name in the results
/// @param pid the server's process
/// @param crowd the readers' process
/// @param collect makes the server collect garbage, so that only memory in use is measured
record CrowdedServer(String key, long pid, ChildProcess crowd, Runnable collect) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /// Names of the protocols in the crowd's arguments.
    enum Protocol {
        H1,
        H2
    }

    /// @param root URL of the API
    /// @param token of the reader; empty if none is needed
    static ChildProcess crowd(Run run, GoPeers go, String key, String root, String token, Protocol protocol) {
        ChildProcess crowd = run.start(
                "crowd-at-" + key,
                List.of(
                        go.program("crowd"),
                        "--server",
                        root,
                        "--token",
                        token,
                        "--protocol",
                        protocol == Protocol.H2 ? "h2" : "h1"));
        crowd.await("ready", LIMIT);
        return crowd;
    }

    ProcessUsage usage() {
        return ProcessUsage.of(pid);
    }

    JsonNode list(String path, boolean gzip, boolean verify) {
        return crowd.ask(
                "list", Child.fields().put("path", path).put("gzip", gzip).put("verify", verify), LIMIT);
    }

    /// @param query appended to each path
    JsonNode get(int count, String query) {
        return crowd.ask("get", Child.fields().put("count", count).put("query", query), LIMIT);
    }

    /// Opens watches from the present version on.
    JsonNode open(int count) {
        String version =
                list("/api/v1/pods?limit=1", false, true).path("version").asText();
        return crowd.ask(
                "open",
                Child.fields().put("count", count).put("path", "/api/v1/pods?watch=true&resourceVersion=" + version),
                LIMIT);
    }

    /// The events that the watches have seen since the last call, once the given total is reached or no more
    /// arrive for a while.
    JsonNode count(long await) {
        return crowd.ask(
                "count", Child.fields().put("await", await).put("seconds", 60).put("quiet", 2), LIMIT);
    }

    void close() {
        crowd.ask("close");
    }
}
