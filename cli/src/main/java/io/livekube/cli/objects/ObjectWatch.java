package io.livekube.cli.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.hubclient.ClusterFreshness;
import io.livekube.cli.hubclient.EventStream;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.QueryString;
import io.livekube.cli.terminal.OutputFormat;
import io.livekube.cli.terminal.TextTable;
import io.livekube.cli.terminal.Yaml;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Prints objects and then their changes, for `watch` and `get -w`.
public final class ObjectWatch {
    private final HubClient client;
    private final ObjectOptions options;
    private final boolean withEvents;
    private final CommandSpec spec;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<String, JsonNode> resourceInfo = new HashMap<>();
    private final Map<String, RowLayout> columns = new HashMap<>();
    private final Map<String, TextTable> tables = new HashMap<>();
    private final Map<String, StreamedRows> streamed = new HashMap<>();
    private final Map<String, String> states = new HashMap<>();
    private String lastPrinted = "";

    public ObjectWatch(HubClient client, ObjectOptions options, boolean withEvents, CommandSpec spec) {
        this.client = client;
        this.options = options;
        this.withEvents = withEvents;
        this.spec = spec;
        this.out = spec.commandLine().getOut();
        this.err = spec.commandLine().getErr();
    }

    public int run() {
        List<ObjectOptions.Wanted> wanted = options.wanted();
        List<String> names = wanted.getFirst().names();
        if (wanted.stream().anyMatch(one -> !one.names().equals(names)) || names.size() > 1) {
            throw new ParameterException(spec.commandLine(), "watch either one name or all objects");
        }
        if (!options.sort().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--sort-by cannot be combined with a watch");
        }
        List<String> clusters = options.clusters(client);
        QueryString query = options.query(clusters, "", namespaced(wanted, clusters));
        wanted.forEach(one -> query.with("rows", one.resource()));
        names.forEach(name -> query.with("name", name));
        query.withIf(objects(), "object", "true");
        new EventStream(client, "/api/v1/stream" + query, err)
                .follow((type, data) -> event(type, data, wanted.size() > 1));
        return 0;
    }

    private boolean namespaced(List<ObjectOptions.Wanted> wanted, List<String> clusters) {
        if (options.allNamespaces()) {
            return true;
        }
        List<Boolean> each = wanted.stream()
                .map(one -> ResourceRows.head(client, one.resource(), clusters).namespaced())
                .distinct()
                .toList();
        if (each.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(), "cannot watch namespaced and cluster-scoped types together: use -A");
        }
        return each.getFirst();
    }

    private boolean objects() {
        return options.output() == OutputFormat.json || options.output() == OutputFormat.yaml;
    }

    /// Handles an event; false once the output is closed.
    private boolean event(String type, JsonNode data, boolean severalTypes) {
        String resource = data.path("resource").asText();
        switch (type) {
            case "columns" -> {
                resourceInfo.put(resource, data);
                columns.putIfAbsent(resource, RowLayout.of(data, options, withEvents, severalTypes));
            }
            case "rows" -> {
                state(ClusterFreshness.of(data));
                rows(resource, data);
            }
            case "unavailable" -> state(ClusterFreshness.of(data));
            default -> {
                // cluster events are not requested here
            }
        }
        out.flush();
        return !out.checkError();
    }

    private void state(ClusterFreshness now) {
        String before = states.put(now.cluster(), now.state());
        if (now.state().equals(before) || (before == null && now.fresh())) {
            return;
        }
        out.flush();
        err.println(now.warning().orElse("cluster %s is fresh again".formatted(now.cluster())));
        err.flush();
    }

    private void rows(String resource, JsonNode data) {
        String cluster = data.path("cluster").asText();
        List<StreamedRows.Event> events = streamed.computeIfAbsent(resource + "\n" + cluster, _ -> new StreamedRows())
                .apply(data);
        RowLayout shown = columns.get(resource);
        if (events.isEmpty() || shown == null) {
            return;
        }
        switch (options.output()) {
            case json ->
                events.forEach(event -> out.println(Yaml.json(event.row().path("object"))));
            case yaml ->
                events.forEach(
                        event -> out.print("---\n" + Yaml.write(event.row().path("object"))));
            case name -> {
                String prefix = ResourceName.prefix(resourceInfo.getOrDefault(resource, data));
                events.forEach(
                        event -> out.println(prefix + event.row().path("name").asText()));
            }
            case wide -> table(resource, shown, events);
            case null -> table(resource, shown, events);
        }
    }

    private void table(String resource, RowLayout shown, List<StreamedRows.Event> events) {
        boolean first = !tables.containsKey(resource);
        TextTable table = tables.computeIfAbsent(resource, _ -> shown.table());
        Instant now = Instant.now();
        events.forEach(event -> shown.add(event.row(), event.type(), now, table));
        boolean another = !lastPrinted.equals(resource);
        if (another && !lastPrinted.isEmpty()) {
            out.println();
        }
        lastPrinted = resource;
        table.print(out, !options.noHeaders() && (first || another));
    }
}
