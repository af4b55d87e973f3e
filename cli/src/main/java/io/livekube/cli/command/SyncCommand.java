package io.livekube.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.cli.hubclient.ClusterSelection;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.QueryString;
import io.livekube.cli.terminal.Yaml;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "sync",
        mixinStandardHelpOptions = true,
        description = "Show or set the sync mode and kinds of a cluster.",
        footer = {
            "",
            "Examples:",
            "  livekube sync demo                                   show the settings",
            "  livekube sync demo --mode on                         always sync, even without readers",
            "  livekube sync demo --kinds Pod,deployments.apps      sync only these kinds",
            "  livekube sync demo --mode auto --kinds all           back to the defaults"
        })
public final class SyncCommand extends HubQuery {
    /// When a cluster is synced.
    enum Mode {
        auto,
        on,
        off
    }

    @Parameters(paramLabel = "CLUSTER", description = "Name of the cluster.")
    private String cluster = "";

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "auto (while there are readers), on or off (default: unchanged).")
    private @Nullable Mode mode;

    @Option(
            names = "--kinds",
            paramLabel = "KIND",
            split = ",",
            description = "all, asked (kinds that readers request), or names (default: unchanged).")
    private List<String> kinds = List.of();

    @Override
    int query(HubClient client) {
        ClusterSelection.check(client, List.of(cluster));
        String path = "/api/v1/clusters/" + QueryString.encode(cluster);
        ObjectNode change = change();
        JsonNode settings = change.isEmpty() ? client.get(path) : client.put(path + "/sync", change);
        String kinds = Yaml.text(settings.path("resourceTypes"));
        out().println("%s: mode %s, kinds %s"
                .formatted(cluster, settings.path("mode").asText(), kinds));
        return 0;
    }

    private ObjectNode change() {
        ObjectNode change = JsonNodeFactory.instance.objectNode();
        if (mode != null) {
            change.put("mode", mode.name());
        }
        if (kinds.size() == 1 && (kinds.contains("all") || kinds.contains("asked"))) {
            change.put("resourceTypes", kinds.getFirst());
        } else if (!kinds.isEmpty()) {
            kinds.forEach(change.putArray("resourceTypes")::add);
        }
        return change;
    }
}
