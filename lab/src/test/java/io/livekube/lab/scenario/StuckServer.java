package io.livekube.lab.scenario;

import static io.livekube.testkit.fault.Faults.recordList;
import static io.livekube.testkit.fault.Faults.replayList;
import static io.livekube.testkit.fault.Faults.respond;
import static io.livekube.testkit.fault.RequestMatcher.list;
import static io.livekube.testkit.fault.RequestMatcher.requestThat;
import static io.livekube.testkit.fault.RequestMatcher.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.Simulator;
import io.livekube.simulator.SimulatorConfig;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.store.StoredJson;
import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.fault.FaultProxy;
import io.livekube.testkit.fault.ListRecording;
import io.livekube.testkit.fault.RequestMatcher;
import io.livekube.testkit.fault.SeenRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/// An API server as in kubernetes#133810: whoever asks for pages gets the same old state forever, and a watch from its
/// version is refused as too old.
final class StuckServer implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final RequestMatcher PAGED =
            requestThat("paged", r -> r.query("limit").isPresent());

    private final Simulator simulator = Simulator.start(SimulatorConfig.defaults());
    private final FaultProxy proxy = FaultProxy.before(ApiEndpoint.plain(simulator.url()));
    private final ListRecording old = new ListRecording();

    /// Serves three pods, properly so far.
    StuckServer() {
        for (int i = 0; i < 3; i++) {
            create("pod-" + i);
        }
        proxy.when(list("pods")).then(recordList(old));
    }

    URI url() {
        return proxy.endpoint().url();
    }

    /// Waits until a client watches from the first LIST's version, gets stuck there, and later adds a fourth pod.
    void getStuck() {
        proxy.requests().await(watch("pods"), 1, r -> r.status().isPresent(), PATIENCE);
        String version = old.resourceVersion().orElseThrow();
        proxy.when(list("pods").and(PAGED)).always().then(replayList(old));
        proxy.when(watch("pods").query("resourceVersion", version)).always().then(respond(410));
        proxy.stallAll();
        create("later");
        proxy.cutAll();
        proxy.resume();
    }

    void heal() {
        proxy.heal();
    }

    /// Waits until so many LISTs were answered with the old state.
    void awaitOldLists(int count) {
        proxy.requests()
                .await(list("pods").and(PAGED), count + 1, r -> r.status().isPresent(), PATIENCE);
    }

    List<SeenRequest> unpagedLists() {
        return proxy.requests().matching(list("pods").and(PAGED.not()));
    }

    void create(String name) {
        ObjectNode pod = StoredJson.object();
        pod.putObject("metadata").put("name", name).put("namespace", "default");
        simulator.store().create(BuiltInTypes.POD, pod);
    }

    @Override
    public void close() {
        proxy.close();
        simulator.close();
    }
}
