package io.livekube.simulator.cluster;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Configs;
import io.livekube.simulator.cluster.object.CustomTypes;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.EndpointSlices;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.Services;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Creates the objects around a workload: service account, configuration, secrets, service, ingress,
/// monitors.
final class SupportingObjects {
    private static final int LARGE_CONFIG_LINES = 4_000;

    private final ClusterBuilder builder;
    private final Dice dice;
    private int services;

    SupportingObjects(ClusterBuilder builder) {
        this.builder = builder;
        this.dice = builder.dice();
    }

    /// The config maps and secrets that the template's volumes and environment refer to.
    void configure(Application app, ObjectNode template, Instant created) {
        builder.add(Configs.serviceAccount(metadata(app, app.name(), created)));
        int lines = dice.chance(0.01) ? LARGE_CONFIG_LINES : dice.between(3, 40);
        builder.add(Configs.configMap(metadata(app, app.name() + "-config", created), lines, dice));
        builder.add(Configs.opaque(metadata(app, app.name() + "-credentials", created)));
        if (template.path("spec").path("volumes").findValue("secretName") != null) {
            String secret = app.name() + "-tls";
            builder.add(Configs.tls(metadata(app, secret, created)));
            builder.add(CustomTypes.certificate(metadata(app, app.name(), created), secret, builder.now()));
        }
        if (dice.chance(0.3)) {
            builder.add(CustomTypes.application(metadata(app, app.name(), created), app.namespace(), dice));
        }
    }

    /// A service for pods with an address, and its endpoint slices.
    void expose(Application app, List<ObjectNode> endpoints, boolean headless, Instant created) {
        Metadata metadata = metadata(app, app.name(), created);
        ObjectNode service = headless
                ? Services.headless(metadata, app.selector())
                : Services.service(metadata, app.selector(), nextClusterIp());
        builder.add(service);
        int from = 0;
        do {
            int to = Math.min(endpoints.size(), from + EndpointSlices.MOST_ENDPOINTS);
            ArrayNode part = JsonTree.list(endpoints.subList(from, to));
            Metadata slice = Metadata.of(app.namespace(), app.name() + "-" + dice.suffix(5), dice, created)
                    .ownedBy(service);
            builder.add(EndpointSlices.slice(slice, app.name(), part));
            from = to;
        } while (from < endpoints.size());
        if (!headless && dice.chance(0.2)) {
            boolean tls = dice.chance(0.5);
            builder.add(Services.ingress(
                    metadata(app, app.name(), created),
                    app.name(),
                    tls ? Optional.of(app.name() + "-tls") : Optional.empty()));
        }
        if (dice.chance(0.4)) {
            builder.add(CustomTypes.serviceMonitor(metadata(app, app.name(), created), app.selector()));
        }
    }

    private Metadata metadata(Application app, String name, Instant created) {
        return Metadata.of(app.namespace(), name, dice, created).labelled(app.labels("server"));
    }

    private String nextClusterIp() {
        services++;
        return "10.128." + (services >> 8 & 255) + "." + (services & 255);
    }
}
