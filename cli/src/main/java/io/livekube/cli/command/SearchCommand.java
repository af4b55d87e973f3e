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
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        description = "Search all clusters for words in names, labels, images, nodes and statuses.",
        footer = {
            "",
            "All terms must match. A prefix limits a term to a field: kind: name: ns: label: image: node: status:",
            "cluster:. Use * as a wildcard and -TERM to exclude. Exit code 1 if nothing is found.",
            "",
            "Examples:",
            "  livekube search cart",
            "  livekube search image:nginx ns:shop-* status:CrashLoopBackOff",
            "  livekube search kind:Pod node:worker-3 -- -ns:kube-system"
        })
public final class SearchCommand extends HubQuery {
    @Parameters(arity = "1..*", paramLabel = "TERM", description = "Search terms.")
    private List<String> terms = List.of();

    @Option(names = "--cluster", paramLabel = "NAME", split = ",", description = "Clusters to search (default: all).")
    private List<String> clusters = List.of();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of results, best first (default: ${DEFAULT-VALUE}).")
    private int limit = 50;

    @Mixin
    private OutputOption form = new OutputOption();

    @Override
    int query(HubClient client) {
        ClusterSelection.check(client, clusters);
        var query = new QueryString().with("q", String.join(" ", terms)).with("limit", "" + limit);
        clusters.forEach(cluster -> query.with("cluster", cluster));
        JsonNode found = client.get("/api/v1/search" + query);
        form.print(found, out(), SearchCommand::names, answer -> table(answer, out()));
        return found.path("hits").isEmpty() ? 1 : 0;
    }

    private static Stream<String> names(JsonNode found) {
        return found.path("hits")
                .valueStream()
                .map(hit -> "%s %s/%s"
                        .formatted(
                                hit.path("cluster").asText(),
                                hit.path("resource").asText(),
                                hit.path("name").asText()));
    }

    private void table(JsonNode found, PrintWriter out) {
        PrintWriter err = err();
        var table = TextTable.of("Cluster", "Kind", "Namespace", "Name", "Status", "Matched");
        for (JsonNode hit : found.path("hits")) {
            JsonNode problem = hit.path("problem");
            table.row(
                    List.of(
                            hit.path("cluster").asText(),
                            hit.path("kind").asText(),
                            hit.path("namespace").asText(),
                            hit.path("name").asText(),
                            problem.path("reason").asText(hit.path("status").asText()),
                            hit.path("matched")
                                    .valueStream()
                                    .map(JsonNode::asText)
                                    .collect(Collectors.joining(","))),
                    problem.isMissingNode()
                            ? TextColor.PLAIN
                            : problem.path("severity").asText().equals("error") ? TextColor.BAD : TextColor.WARNING);
        }
        if (!table.isEmpty()) {
            table.print(out, true);
        }
        out.flush();
        for (JsonNode cluster : found.path("clusters")) {
            ClusterFreshness.of(cluster).warning().ifPresent(err::println);
            if (cluster.path("unfinished").asBoolean()) {
                err.println("warning: cluster %s is still being indexed; there may be more results"
                        .formatted(cluster.path("cluster").asText()));
            }
        }
        long total = found.path("total").asLong();
        int shown = found.path("hits").size();
        if (total > shown) {
            err.println("%s%s found, %d shown: add a term, or raise --limit."
                    .formatted(found.path("exact").asBoolean(true) ? "" : "about ", HumanNumbers.count(total), shown));
        } else if (shown == 0) {
            err.println("Nothing found.");
        }
    }
}
