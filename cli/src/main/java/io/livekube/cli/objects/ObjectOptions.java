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

/// What to get, from which clusters, and how to show it: kubectl's habits.
public final class ObjectOptions {
    @Parameters(
            arity = "1..*",
            paramLabel = "TYPE [NAME]",
            hideParamSyntax = true,
            description = "pods, deploy, certificates.cert-manager.io … (several with commas) and names; or TYPE/NAME.")
    private List<String> words = List.of();

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The namespace (default: ${DEFAULT-VALUE}).")
    private String namespace = "";

    @Option(
            names = {"-A", "--all-namespaces"},
            description = "All namespaces.")
    private boolean allNamespaces;

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "LABELS",
            description = "Only objects with these labels: app=web,tier!=cache.")
    private @Nullable String selector;

    @Option(
            names = "--field-selector",
            paramLabel = "FIELDS",
            description = "Only objects with these fields: status.phase=Running.")
    private @Nullable String fieldSelector;

    @Option(names = "--problems", description = "Only objects with a problem.")
    private boolean problems;

    @Option(names = "--sort-by", paramLabel = "COLUMN", description = "A column, or .metadata.creationTimestamp.")
    private @Nullable String sortBy;

    @Option(names = "--reverse", description = "Turn the order of --sort-by round.")
    private boolean reverse;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "One of ${COMPLETION-CANDIDATES} (default: a table).")
    private @Nullable OutputFormat output;

    @Option(names = "--no-headers", description = "Leave out the line of headers.")
    private boolean noHeaders;

    @Option(names = "--show-labels", description = "Show labels in a last column.")
    private boolean showLabels;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            split = ",",
            description = "The cluster, or several: a,prod-* (default: the only one of the hub).")
    private List<String> clusters = List.of();

    @Option(names = "--all-clusters", description = "All clusters of the hub.")
    private boolean allClusters;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /// One type, and the names asked for; none for all objects.
    record Wanted(String resource, List<String> names) {}

    List<Wanted> wanted() {
        var wanted = new ArrayList<Wanted>();
        if (words.stream().anyMatch(word -> word.contains("/"))) {
            for (String word : words) {
                String[] parts = word.split("/", -1);
                if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
                    throw new ParameterException(
                            spec.commandLine(), "'%s' is not TYPE/NAME, as others here are".formatted(word));
                }
                wanted.add(new Wanted(parts[0], List.of(parts[1])));
            }
            return wanted;
        }
        List<String> names = words.subList(1, words.size());
        for (String type : words.getFirst().split(",", -1)) {
            if (type.isBlank()) {
                throw new ParameterException(spec.commandLine(), "A TYPE is missing beside a comma");
            }
            wanted.add(new Wanted(type, names));
        }
        return wanted;
    }

    /// Chooses clusters: those named, all, or the only one.
    List<String> clusters(HubClient client) {
        if (allClusters && !clusters.isEmpty()) {
            settle();
        }
        List<String> found = ClusterSelection.existing(client, clusters);
        if (found.isEmpty()) {
            throw new CommandFailure("the hub at %s knows no cluster yet: start an agent".formatted(client.hub()));
        }
        if (found.size() > 1 && clusters.isEmpty() && !allClusters) {
            throw new ParameterException(
                    spec.commandLine(),
                    "The hub has %d clusters, %s: choose with --cluster, or --all-clusters"
                            .formatted(found.size(), ClusterSelection.names(found)));
        }
        return found;
    }

    /// Of two that exclude each other the one on the command line counts, not the one from elsewhere.
    private void settle() {
        CommandLine.ParseResult typed = spec.commandLine().getParseResult();
        if (typed.hasMatchedOption("--all-clusters") == typed.hasMatchedOption("--cluster")) {
            throw new ParameterException(spec.commandLine(), "Choose --cluster or --all-clusters, not both");
        }
        allClusters = typed.hasMatchedOption("--all-clusters");
        clusters = allClusters ? List.of() : clusters;
    }

    /// Whether rows must say which cluster they are of.
    boolean severalClusters() {
        return allClusters || clusters.size() > 1 || clusters.stream().anyMatch(name -> name.contains("*"));
    }

    boolean allNamespaces() {
        return allNamespaces;
    }

    String namespace() {
        return namespace;
    }

    /// The namespace in words, for messages.
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

    /// What a request for rows or for their stream says of all this.
    ///
    /// @param fields what else is selected; may be empty
    /// @param namespaced whether objects are in namespaces at all
    QueryString query(List<String> ofClusters, String fields, boolean namespaced) {
        QueryString query = selectors(fields);
        ofClusters.forEach(cluster -> query.with("cluster", cluster));
        return query.withIf(namespaced && !allNamespaces, "namespace", namespace)
                .withIf(problems, "problems", "true")
                .withIf(wide(), "wide", "true");
    }

    /// The selectors alone, as the Kubernetes API takes them too.
    ///
    /// @param fields what else is selected; may be empty
    QueryString selectors(String fields) {
        String all = fieldSelector == null ? fields : fields.isEmpty() ? fieldSelector : fields + "," + fieldSelector;
        return new QueryString()
                .withIf(selector != null, "labelSelector", String.valueOf(selector))
                .withIf(!all.isEmpty(), "fieldSelector", all);
    }

    /// The order of rows, as the hub calls it; empty for the usual one.
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
                    "Rows can be sorted by a column, or by .metadata.name, .metadata.namespace and"
                            + " .metadata.creationTimestamp, not by '%s'".formatted(path));
        }
        return (reverse ? "-" : "") + column;
    }
}
