package io.livekube.lab.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.lab.child.Child;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/// A child that runs a hub with its defaults and a clock that can be advanced.
final class IdleHub {
    private static final Duration LONG = Duration.ofHours(2);

    private volatile Duration ahead = Duration.ZERO;

    private IdleHub() {}

    /// Argument: the tokens file.
    public static void main(String[] args) {
        Child.main(child -> {
            var self = new IdleHub();
            InstantSource clock = () -> Instant.now().plus(self.ahead);
            try (Hub hub = Hub.start(HubConfig.defaults(Path.of(args[0])), clock)) {
                child.emit("ready", Child.fields().put("url", hub.url().toString()));
                child.serve(Map.of("state", _ -> state(hub), "forget", _ -> self.forget(hub)));
            }
        });
    }

    private static ObjectNode state(Hub hub) {
        return Child.fields()
                .put(
                        "connected",
                        hub.clusters().all().stream()
                                .filter(cluster -> cluster.tasks().agentConnected())
                                .count())
                .put(
                        "objects",
                        hub.clusters().all().stream()
                                .flatMap(cluster -> cluster.mirror().kinds().stream())
                                .mapToInt(kind -> kind.store().size())
                                .sum());
    }

    /// Advances the clock by hours twice, with an idle check after each: the first time turns clusters off, the
    /// second releases their objects.
    private ObjectNode forget(Hub hub) {
        for (int round = 0; round < 2; round++) {
            ahead = ahead.plus(LONG);
            hub.clusters().turnOffIdle();
        }
        return Child.fields();
    }
}
