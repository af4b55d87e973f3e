package io.livekube.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.hubclient.ClusterSelection;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.HubOptions;
import io.livekube.cli.hubclient.MetricsSnapshot;
import io.livekube.cli.hubclient.QueryString;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.HumanNumbers;
import io.livekube.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
public final class TopCommand implements Runnable {
    private static final Duration BETWEEN = Duration.ofSeconds(1);

    @Parameters(arity = "0..*", paramLabel = "CLUSTER", description = "Clusters to show (default: all).")
    private List<String> wanted = List.of();

    @Option(
            names = "--most",
            paramLabel = "N",
            defaultValue = "10",
            description = "Number of kinds to show per cluster, largest first (default: ${DEFAULT-VALUE}).")
    private int most;

    @Mixin
    private HubOptions hub = new HubOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private record Kind(String name, long objects, long hubBytes, OptionalLong agentBytes, double changesPerSecond) {}

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        try (HubClient client = hub.client()) {
            List<String> clusters = ClusterSelection.existing(client, wanted);
            MetricsSnapshot before = MetricsSnapshot.parse(client.text("/metrics"));
            long start = System.nanoTime();
            pause();
            MetricsSnapshot after = MetricsSnapshot.parse(client.text("/metrics"));
            double seconds = (System.nanoTime() - start) / 1e9;
            var memory = TextTable.of("Cluster", "Kind", "Objects", "Hub", "Agent", "Changes/s");
            var traffic = TextTable.of(
                    "Cluster", "Changes/s", "Batches/s", "Bytes/s", "Reads/s", "Streams", "Batches", "Bytes");
            for (String cluster : clusters) {
                kinds(client, cluster, before, after, seconds, memory);
                traffic.row(traffic(cluster, before, after, seconds));
            }
            memory.print(out, true);
            out.println();
            traffic.print(out, true);
        }
    }

    private void kinds(
            HubClient client,
            String cluster,
            MetricsSnapshot before,
            MetricsSnapshot after,
            double seconds,
            TextTable to) {
        JsonNode memory = client.get("/api/v1/clusters/" + QueryString.encode(cluster) + "/memory");
        var kinds = new ArrayList<Kind>();
        for (JsonNode kind : memory.path("hub").path("kinds")) {
            String name = kind.path("resource").asText();
            Map<String, String> labels = Map.of("cluster", cluster, "kind", name);
            double changes =
                    after.sum("livekube_hub_kind_changes", labels) - before.sum("livekube_hub_kind_changes", labels);
            kinds.add(new Kind(
                    name,
                    kind.path("objects").asLong(),
                    kind.path("bytes").asLong(),
                    agentBytes(memory.path("agent").path("kinds"), name),
                    Math.max(0, changes) / seconds));
        }
        kinds.sort(Comparator.comparingLong(Kind::hubBytes).reversed());
        kinds.stream().limit(most).forEach(kind -> row(cluster, kind, to));
        if (kinds.size() > most) {
            row(cluster, sum(kinds.size() - most + " more", kinds.subList(most, kinds.size())), to);
        }
        row(cluster, sum("all", kinds), to);
        if (memory.path("agent").has("unavailable")) {
            spec.commandLine()
                    .getErr()
                    .println("warning: no report from the agent of cluster %s: %s"
                            .formatted(
                                    cluster,
                                    memory.path("agent").path("unavailable").asText()));
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

    private static List<String> traffic(String cluster, MetricsSnapshot before, MetricsSnapshot after, double seconds) {
        Map<String, String> labels = Map.of("cluster", cluster);
        return List.of(
                cluster,
                rate(before, after, "livekube_hub_edits_total", labels, seconds),
                rate(before, after, "livekube_hub_batches_total", labels, seconds),
                HumanNumbers.bytes((long) perSecond(before, after, "livekube_hub_batch_bytes_sum", labels, seconds)),
                rate(before, after, "livekube_hub_reads_total", labels, seconds),
                HumanNumbers.count((long) after.sum("livekube_hub_streams", labels)),
                HumanNumbers.count((long) after.sum("livekube_hub_batches_total", labels)),
                HumanNumbers.bytes((long) after.sum("livekube_hub_batch_bytes_sum", labels)));
    }

    private static String rate(
            MetricsSnapshot before, MetricsSnapshot after, String name, Map<String, String> labels, double seconds) {
        return rate(perSecond(before, after, name, labels, seconds));
    }

    private static double perSecond(
            MetricsSnapshot before, MetricsSnapshot after, String name, Map<String, String> labels, double seconds) {
        return Math.max(0, after.sum(name, labels) - before.sum(name, labels)) / seconds;
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
