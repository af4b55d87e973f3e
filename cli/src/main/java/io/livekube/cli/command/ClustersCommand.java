package io.livekube.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.hubclient.ClusterFreshness;
import io.livekube.cli.hubclient.ClusterSelection;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.QueryString;
import io.livekube.cli.terminal.HumanNumbers;
import io.livekube.cli.terminal.OutputOption;
import io.livekube.cli.terminal.TextColor;
import io.livekube.cli.terminal.TextTable;
import io.livekube.cli.terminal.Yaml;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "clusters",
        mixinStandardHelpOptions = true,
        description = "List the clusters of a hub, or show one cluster with its kinds.",
        footer = {
            "",
            "Examples:",
            "  livekube clusters",
            "  livekube clusters demo              show each kind, and the cause if it is not synced",
            "  livekube clusters -o json"
        })
public final class ClustersCommand extends HubQuery {
    @Parameters(arity = "0..1", paramLabel = "CLUSTER", description = "Show this cluster and its kinds.")
    private @Nullable String cluster;

    @Mixin
    private OutputOption form = new OutputOption();

    @Override
    int query(HubClient client) {
        ClusterSelection.check(client, cluster == null ? List.of() : List.of(cluster));
        JsonNode document = client.get("/api/v1/clusters" + (cluster == null ? "" : "/" + QueryString.encode(cluster)));
        form.print(
                document,
                out(),
                answer -> all(answer).stream().map(one -> one.path("id").asText()),
                answer -> table(answer, form.wide(), out()));
        return 0;
    }

    private void table(JsonNode document, boolean wide, PrintWriter out) {
        if (cluster == null && document.path("clusters").isEmpty()) {
            err().println("The hub has no clusters yet.");
            return;
        }
        List<String> headers = new ArrayList<>(List.of("Name", "State", "Age", "Sync", "Agent", "Kinds", "Objects"));
        if (wide) {
            headers.addAll(List.of("Session", "Sequence", "Resource types"));
        }
        var table = new TextTable(headers);
        all(document)
                .forEach(one ->
                        table.row(row(one, wide), ClusterFreshness.of(one).color()));
        table.print(out, true);
        if (cluster != null) {
            out.println();
            kinds(document, out);
        }
    }

    private static List<JsonNode> all(JsonNode document) {
        return document.has("clusters")
                ? document.path("clusters").valueStream().toList()
                : List.of(document);
    }

    private static List<String> row(JsonNode one, boolean wide) {
        ClusterFreshness state = ClusterFreshness.of(one);
        List<String> cells = new ArrayList<>(List.of(
                state.cluster(),
                state.state(),
                state.age(),
                one.path("mode").asText() + (one.path("on").asBoolean() ? "" : " (off)"),
                one.path("agentConnected").asBoolean() ? "connected" : "disconnected",
                one.path("kindsSynced").asLong() + "/" + one.path("kindsKnown").asLong(),
                HumanNumbers.count(one.path("objects").asLong())));
        if (wide) {
            JsonNode types = one.path("resourceTypes");
            cells.addAll(List.of(
                    one.path("session").asText("-"), one.path("sequence").asText("-"), Yaml.text(types)));
        }
        return cells;
    }

    private static void kinds(JsonNode document, PrintWriter out) {
        var table = TextTable.of("Kind", "State", "Age", "Objects", "Version", "Cause");
        for (JsonNode kind : document.path("kinds")) {
            String state = kind.path("state").asText();
            long age = kind.path("ageMs").asLong(-1);
            table.row(
                    List.of(
                            kind.path("resource").asText(),
                            state,
                            new ClusterFreshness("", "", age, "").age(),
                            HumanNumbers.count(kind.path(kind.has("objects") ? "objects" : "agentObjects")
                                    .asLong()),
                            kind.path("resourceVersion").asText("-"),
                            kind.path("cause").asText()),
                    state.equals("synced")
                            ? TextColor.PLAIN
                            : state.equals("denied") ? TextColor.BAD : TextColor.WARNING);
        }
        table.print(out, true);
    }
}
