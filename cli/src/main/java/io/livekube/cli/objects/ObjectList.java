package io.livekube.cli.objects;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.OutputFormat;
import io.livekube.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/// Prints a list of objects once, for `get`.
public final class ObjectList {
    private final HubClient client;
    private final ObjectOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Set<String> warned = new LinkedHashSet<>();
    private boolean incomplete;

    public ObjectList(HubClient client, ObjectOptions options, CommandSpec spec) {
        this.client = client;
        this.options = options;
        this.out = spec.commandLine().getOut();
        this.err = spec.commandLine().getErr();
    }

    public int run() {
        List<ObjectOptions.Wanted> wanted = options.wanted();
        List<String> clusters = options.clusters(client);
        if (options.output() == OutputFormat.json || options.output() == OutputFormat.yaml) {
            new ManifestList(client, options, out).print(wanted, clusters, this::warn);
        } else {
            boolean first = true;
            for (ObjectOptions.Wanted one : wanted) {
                if (!first && options.output() != OutputFormat.name) {
                    out.println();
                }
                show(one, clusters, wanted.size() > 1);
                first = false;
            }
        }
        return incomplete ? 1 : 0;
    }

    private void show(ObjectOptions.Wanted wanted, List<String> clusters, boolean severalTypes) {
        ResourceRows rows = ResourceRows.read(client, options, wanted.resource(), clusters, wanted.names());
        warn(rows);
        if (options.output() == OutputFormat.name) {
            String prefix = ResourceName.prefix(rows.resourceInfo());
            rows.rows()
                    .forEach(row -> out.println(
                            (options.severalClusters() ? row.path("cluster").asText() + " " : "")
                                    + prefix
                                    + row.path("name").asText()));
        } else if (!rows.rows().isEmpty()) {
            table(rows, severalTypes);
        }
        missing(wanted, rows);
    }

    private void table(ResourceRows rows, boolean severalTypes) {
        RowLayout columns = RowLayout.of(rows.resourceInfo(), options, false, severalTypes);
        TextTable table = columns.table();
        Instant now = Instant.now();
        rows.rows().forEach(row -> columns.add(row, "", now, table));
        table.print(out, !options.noHeaders());
    }

    private void missing(ObjectOptions.Wanted wanted, ResourceRows rows) {
        String where = rows.resourceInfo().path("namespaced").asBoolean() ? " in " + options.where() : "";
        for (String name : wanted.names()) {
            if (rows.rows().stream().noneMatch(row -> named(row, name))) {
                err.println("%s%s not found%s.".formatted(ResourceName.prefix(rows.resourceInfo()), name, where));
                incomplete = true;
            }
        }
        if (wanted.names().isEmpty()
                && rows.rows().isEmpty()
                && !rows.clusters().isEmpty()) {
            err.println("No %s found%s."
                    .formatted(rows.resourceInfo().path("resource").asText(), where));
        }
    }

    private static boolean named(JsonNode row, String name) {
        return row.path("name").asText().equals(name);
    }

    /// Prints each warning once.
    private void warn(ResourceRows rows) {
        out.flush();
        rows.clusters().forEach(state -> state.warning().filter(warned::add).ifPresent(err::println));
        for (Map.Entry<String, String> refusal : rows.refusals().entrySet()) {
            if (rows.clusters().isEmpty() && rows.refusals().size() == 1) {
                throw new CommandFailure("cluster %s: %s".formatted(refusal.getKey(), refusal.getValue()));
            }
            incomplete = true;
            String line = "warning: cluster %s skipped: %s".formatted(refusal.getKey(), refusal.getValue());
            if (warned.add(line)) {
                err.println(line);
            }
        }
        err.flush();
    }
}
