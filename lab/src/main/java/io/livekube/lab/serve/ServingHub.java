package io.livekube.lab.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.core.model.Resource;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.transport.HttpConfig;
import io.livekube.lab.child.Child;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/// A child that runs a hub with TLS and its defaults.
final class ServingHub {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Duration POLL = Duration.ofMillis(20);

    private ServingHub() {}

    /// Arguments: the tokens file, the certificate, its key.
    public static void main(String[] args) {
        Child.main(child -> {
            HubConfig defaults = HubConfig.defaults(Path.of(args[0]));
            HttpConfig http = new HttpConfig(
                    defaults.http().host(), 0, Optional.of(new HttpConfig.Tls(Path.of(args[1]), Path.of(args[2]))));
            HubConfig config =
                    defaults.withHttp(http).withControl(ControlConfig.defaults().withMode(SyncMode.ON));
            try (Hub hub = Hub.start(config, InstantSource.system())) {
                child.emit("ready", Child.fields().put("url", hub.url().toString()));
                child.serve(Map.of("await", command -> await(hub, command)));
            }
        });
    }

    /// Waits until the `cluster` has so many `pods`, within `seconds`.
    private static ObjectNode await(Hub hub, JsonNode command) throws InterruptedException {
        Instant deadline = Instant.now().plusSeconds(command.path("seconds").asLong());
        ClusterMirror mirror = hub.clusters()
                .register(command.path("cluster").asText())
                .orElseThrow()
                .mirror();
        int pods = 0;
        while (Instant.now().isBefore(deadline) && pods < command.path("pods").asInt()) {
            Thread.sleep(POLL);
            pods = mirror.kind(PODS)
                    .filter(KindMirror::synced)
                    .map(kind -> kind.store().size())
                    .orElse(0);
        }
        return Child.fields().put("pods", pods);
    }
}
