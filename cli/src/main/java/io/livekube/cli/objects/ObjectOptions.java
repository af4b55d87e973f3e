package io.livekube.cli.objects;

import io.livekube.cli.hubclient.ClusterSelection;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.hubclient.QueryString;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.OutputFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Options of `get` and `watch`, modeled on kubectl's.
public final class ObjectOptions {
    @Parameters(
            arity = "1..*",
            paramLabel = "TYPE [NAME]",
            hideParamSyntax = true,
            description = "Type (pods, deploy, certificates.cert-manager.io; comma-separated for several) and names, or"
                    + " TYPE/NAME.")
    private List<String> words = List.of();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            description = "Namespace (default: ${DEFAULT-VALUE}).")
    private String namespace = "default";

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "Show objects of all namespaces.")
    private boolean allNamespaces;

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "LABELS",
            description = "Label selector: app=web,tier!=cache.")
    private @Nullable String selector;

    @Option(names = "--field-selector", paramLabel = "FIELDS", description = "Field selector: status.phase=Running.")
    private @Nullable String fieldSelector;

    @Option(names = "--problems", description = "Show only objects with a problem.")
    private boolean problems;

    @Option(
            names = "--sort-by",
            paramLabel = "COLUMN",
            description = "Sort by a column, or by .metadata.creationTimestamp.")
    private @Nullable String sortBy;

    @Option(names = "--reverse", description = "Reverse the order of --sort-by.")
    private boolean reverse;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES} (default: a table).")
    private @Nullable OutputFormat output;

    @Option(names = "--no-headers", description = "Omit the header line.")
    private boolean noHeaders;

    @Option(names = "--show-labels", description = "Show labels in the last column.")
    private boolean showLabels;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            split = ",",
            description = "Clusters, as names or globs: a,prod-* (default: the hub's only cluster).")
    private List<String> clusters = List.of();

    @Option(names = "--all-clusters", description = "Show objects of all clusters.")
    private boolean allClusters;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /// One type, and the requested names; none for all objects.
    record Wanted(String resource, List<String> names) {}

    List<Wanted> wanted() {
        var wanted = new ArrayList<Wanted>();
        if (words.stream().anyMatch(word -> word.contains("/"))) {
            for (String word : words) {
                String[] parts = word.split("/", -1);
                if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
                    throw new ParameterException(
                            spec.commandLine(),
                            "expected TYPE/NAME, not '%s': the two forms cannot be mixed".formatted(word));
                }
                wanted.add(new Wanted(parts[0], List.of(parts[1])));
            }
            return wanted;
        }
        List<String> names = words.subList(1, words.size());
        for (String type : words.getFirst().split(",", -1)) {
            if (type.isBlank()) {
                throw new ParameterException(spec.commandLine(), "empty type in the comma-separated list");
            }
            wanted.add(new Wanted(type, names));
        }
        return wanted;
    }

    /// Selected clusters: those named, all, or the only one.
    List<String> clusters(HubClient client) {
        if (allClusters && !clusters.isEmpty()) {
            resolveConflict();
        }
        List<String> found = ClusterSelection.existing(client, clusters);
        if (found.isEmpty()) {
            throw new CommandFailure("the hub at %s has no clusters yet: start an agent".formatted(client.hub()));
        }
        if (found.size() > 1 && clusters.isEmpty() && !allClusters) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the hub has %d clusters (%s): specify --cluster or --all-clusters"
                            .formatted(found.size(), ClusterSelection.names(found)));
        }
        return found;
    }

    /// An option on the command line overrides a conflicting one from the environment or the config file.
    private void resolveConflict() {
        CommandLine.ParseResult typed = spec.commandLine().getParseResult();
        if (typed.hasMatchedOption("--all-clusters") == typed.hasMatchedOption("--cluster")) {
            throw new ParameterException(spec.commandLine(), "specify --cluster or --all-clusters, not both");
        }
        allClusters = typed.hasMatchedOption("--all-clusters");
        clusters = allClusters ? List.of() : clusters;
    }

    /// Whether rows have to show their cluster.
    boolean severalClusters() {
        return allClusters || clusters.size() > 1 || clusters.stream().anyMatch(name -> name.contains("*"));
    }

    boolean allNamespaces() {
        return allNamespaces;
    }

    String namespace() {
        return namespace;
    }

    /// The namespace, for messages.
    String where() {
        return allNamespaces ? "any namespace" : "namespace " + namespace;
    }

    boolean noHeaders() {
        return noHeaders;
    }

    boolean showLabels() {
        return showLabels;
    }

    @Nullable
    OutputFormat output() {
        return output;
    }

    boolean wide() {
        return output == OutputFormat.wide;
    }

    /// Query of a request for rows or a stream of rows.
    ///
    /// @param fields additional field selector; may be empty
    /// @param namespaced whether the resource is namespaced
    QueryString query(List<String> ofClusters, String fields, boolean namespaced) {
        QueryString query = selectors(fields);
        ofClusters.forEach(cluster -> query.with("cluster", cluster));
        return query.withIf(namespaced && !allNamespaces, "namespace", namespace)
                .withIf(problems, "problems", "true")
                .withIf(wide(), "wide", "true");
    }

    /// The selectors alone, which the Kubernetes API accepts as well.
    ///
    /// @param fields additional field selector; may be empty
    QueryString selectors(String fields) {
        String all = fieldSelector == null ? fields : fields.isEmpty() ? fieldSelector : fields + "," + fieldSelector;
        return new QueryString()
                .withIf(selector != null, "labelSelector", String.valueOf(selector))
                .withIf(!all.isEmpty(), "fieldSelector", all);
    }

    /// The hub's name of the sort order; empty for the default.
    String sort() {
        if (sortBy == null) {
            return "";
        }
        String path = sortBy.replaceAll("^\\{|}$", "");
        String column = switch (path) {
            case ".metadata.creationTimestamp" -> "created";
            case ".metadata.name" -> "name";
            case ".metadata.namespace" -> "namespace";
            default -> path.toLowerCase(Locale.ROOT);
        };
        if (column.startsWith(".")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "cannot sort by '%s': use a column, .metadata.name, .metadata.namespace or".formatted(path)
                            + " .metadata.creationTimestamp");
        }
        return (reverse ? "-" : "") + column;
    }
}
