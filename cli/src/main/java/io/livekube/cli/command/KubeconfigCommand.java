package io.livekube.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.cli.hubclient.ClusterSelection;
import io.livekube.cli.hubclient.HubClient;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.OutputFile;
import io.livekube.cli.terminal.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "kubeconfig",
        mixinStandardHelpOptions = true,
        description = "Print a kubeconfig with a context for each cluster of a hub, or merge it into a file.",
        footer = {
            "",
            "Examples:",
            "  livekube kubeconfig > live.kubeconfig",
            "  kubectl --kubeconfig live.kubeconfig --context livekube-demo get pods -A",
            "  livekube kubeconfig --write ~/.kube/config       keeps other entries, drops comments"
        })
public final class KubeconfigCommand extends HubQuery {
    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Merge into this file and replace contexts of the same name.")
    private @Nullable Path file;

    @Option(
            names = "--prefix",
            paramLabel = "TEXT",
            description = "Prefix of context names, before the cluster's name (default: ${DEFAULT-VALUE}).")
    private String prefix = "livekube-";

    @Override
    int query(HubClient client) {
        List<String> clusters = ClusterSelection.all(client);
        if (clusters.isEmpty()) {
            throw new CommandFailure("the hub at %s has no clusters yet".formatted(client.hub()));
        }
        if (file == null) {
            out().print(Yaml.write(config(empty(), client, clusters)));
            return 0;
        }
        createDirectory(file);
        OutputFile target = OutputFile.claim(file, "kubeconfig");
        target.write(Yaml.write(config(existing(file), client, clusters)));
        String contexts = clusters.stream().map(id -> prefix + id).collect(Collectors.joining(", "));
        out().println("%d contexts in %s: %s".formatted(clusters.size(), file, contexts));
        return 0;
    }

    /// Creates `~/.kube` if it is missing, but no more than one directory: more would suggest a misspelled
    /// path.
    private static void createDirectory(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.exists(folder) || !Files.isDirectory(folder.resolveSibling("."))) {
            return;
        }
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw new CommandFailure("cannot create directory %s: %s".formatted(folder, e.getMessage()), e);
        }
    }

    private static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Config");
    }

    private static ObjectNode existing(Path file) {
        if (!Files.exists(file)) {
            return empty();
        }
        JsonNode document = Yaml.read(file, "kubeconfig");
        if (document.isMissingNode() || document.isNull()) {
            return empty();
        }
        if (!(document instanceof ObjectNode config)) {
            throw new CommandFailure("%s is not a kubeconfig: choose another file, or remove it".formatted(file));
        }
        return config;
    }

    private ObjectNode config(ObjectNode config, HubClient client, List<String> clusters) {
        String user = prefix + "reader";
        for (String id : clusters) {
            String name = prefix + id;
            ObjectNode cluster = entry(config, "clusters", name)
                    .putObject("cluster")
                    .put("server", client.hub() + "/clusters/" + id);
            options()
                    .caFile()
                    .ifPresent(ca -> cluster.put(
                            "certificate-authority", ca.toAbsolutePath().toString()));
            entry(config, "contexts", name)
                    .putObject("context")
                    .put("cluster", name)
                    .put("user", user);
        }
        ObjectNode login = entry(config, "users", user).putObject("user");
        options()
                .tokenFile()
                .ifPresent(
                        token -> login.put("tokenFile", token.toAbsolutePath().toString()));
        if (config.path("current-context").asText().isEmpty()) {
            config.put("current-context", prefix + clusters.getFirst());
        }
        return config;
    }

    /// Adds an entry, replacing one of the same name.
    private static ObjectNode entry(ObjectNode config, String list, String name) {
        ArrayNode entries = config.path(list) instanceof ArrayNode present ? present : config.putArray(list);
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).path("name").asText().equals(name)) {
                entries.remove(i);
            }
        }
        return entries.addObject().put("name", name);
    }
}
