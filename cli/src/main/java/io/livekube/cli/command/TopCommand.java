package io.livekube.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.hubclient.ClusterSelection;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.MetricsSnapshot;
import io.livekube.cli.hubclient.QueryString;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.HumanNumbers;
import io.livekube.cli.terminal.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        description = "Show memory of hub and agents by kind, and the traffic between them.",
        footer = {
            "",
            "Examples:",
            "  livekube top",
            "  livekube top demo --most 5       show the five largest kinds of one cluster"
        })
public final class TopCommand extends HubQuery {
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    @Parameters(arity = "0..*", paramLabel = "CLUSTER", description = "Clusters to show (default: all).")
    private List<String> wanted = List.of();

    @Option(
            names = "--most",
            paramLabel = "N",
            description = "Number of kinds to show per cluster, largest first (default: ${DEFAULT-VALUE}).")
    private int most = 10;

    private record Kind(String name, long objects, long hubBytes, OptionalLong agentBytes, double changesPerSecond) {}

    /// The hub's metrics at the start and at the end of a time.
    private record Period(MetricsSnapshot before, MetricsSnapshot after, double seconds) {
        double perSecond(String counter, Map<String, String> labels) {
            return Math.max(0, after.sum(counter, labels) - before.sum(counter, labels)) / seconds;
        }
    }

    @Override
    int query(HubClient client) {
        List<String> clusters = ClusterSelection.existing(client, wanted);
        MetricsSnapshot before = MetricsSnapshot.parse(client.text("/metrics"));
        long start = System.nanoTime();
        pause();
        MetricsSnapshot after = MetricsSnapshot.parse(client.text("/metrics"));
        var period = new Period(before, after, (System.nanoTime() - start) / 1e9);
        var memory = TextTable.of("Cluster", "Kind", "Objects", "Hub", "Agent", "Changes/s");
        var traffic =
                TextTable.of("Cluster", "Changes/s", "Batches/s", "Bytes/s", "Reads/s", "Streams", "Batches", "Bytes");
        for (String cluster : clusters) {
            kinds(client, cluster, period, memory);
            traffic.row(traffic(cluster, period));
        }
        memory.print(out(), true);
        out().println();
        traffic.print(out(), true);
        return 0;
    }

    private void kinds(HubClient client, String cluster, Period period, TextTable to) {
        JsonNode memory = client.get("/api/v1/clusters/" + QueryString.encode(cluster) + "/memory");
        var kinds = new ArrayList<Kind>();
        for (JsonNode kind : memory.path("hub").path("kinds")) {
            String name = kind.path("resource").asText();
            Map<String, String> labels = Map.of("cluster", cluster, "kind", name);
            kinds.add(new Kind(
                    name,
                    kind.path("objects").asLong(),
                    kind.path("bytes").asLong(),
                    agentBytes(memory.path("agent").path("kinds"), name),
                    period.perSecond("livekube_hub_kind_changes", labels)));
        }
        kinds.sort(Comparator.comparingLong(Kind::hubBytes).reversed());
        kinds.stream().limit(most).forEach(kind -> row(cluster, kind, to));
        if (kinds.size() > most) {
            row(cluster, sum(kinds.size() - most + " more", kinds.subList(most, kinds.size())), to);
        }
        row(cluster, sum("all", kinds), to);
        if (memory.path("agent").has("unavailable")) {
            String why = memory.path("agent").path("unavailable").asText();
            err().println("warning: no report from the agent of cluster %s: %s".formatted(cluster, why));
        }
    }

    private static OptionalLong agentBytes(JsonNode kinds, String name) {
        return kinds.valueStream()
                .filter(kind -> kind.path("resource").asText().equals(name))
                .mapToLong(kind -> kind.path("bytes").asLong())
                .findFirst();
    }

    private static Kind sum(String name, List<Kind> kinds) {
        boolean known = kinds.stream().anyMatch(kind -> kind.agentBytes().isPresent());
        return new Kind(
                name,
                kinds.stream().mapToLong(Kind::objects).sum(),
                kinds.stream().mapToLong(Kind::hubBytes).sum(),
                known
                        ? OptionalLong.of(kinds.stream()
                                .mapToLong(kind -> kind.agentBytes().orElse(0))
                                .sum())
                        : OptionalLong.empty(),
                kinds.stream().mapToDouble(Kind::changesPerSecond).sum());
    }

    private static void row(String cluster, Kind kind, TextTable to) {
        to.row(List.of(
                cluster,
                kind.name(),
                HumanNumbers.count(kind.objects()),
                HumanNumbers.bytes(kind.hubBytes()),
                kind.agentBytes().isPresent()
                        ? HumanNumbers.bytes(kind.agentBytes().getAsLong())
                        : "-",
                rate(kind.changesPerSecond())));
    }

    private static List<String> traffic(String cluster, Period period) {
        Map<String, String> labels = Map.of("cluster", cluster);
        MetricsSnapshot now = period.after();
        return List.of(
                cluster,
                rate(period.perSecond("livekube_hub_edits_total", labels)),
                rate(period.perSecond("livekube_hub_batches_total", labels)),
                HumanNumbers.bytes((long) period.perSecond("livekube_hub_batch_bytes_sum", labels)),
                rate(period.perSecond("livekube_hub_reads_total", labels)),
                HumanNumbers.count((long) now.sum("livekube_hub_streams", labels)),
                HumanNumbers.count((long) now.sum("livekube_hub_batches_total", labels)),
                HumanNumbers.bytes((long) now.sum("livekube_hub_batch_bytes_sum", labels)));
    }

    private static String rate(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.1f", value);
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted", e);
        }
    }
}
