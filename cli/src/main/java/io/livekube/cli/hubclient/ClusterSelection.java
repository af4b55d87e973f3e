package io.livekube.cli.hubclient;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.SpellingSuggestion;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Which of a hub's clusters are meant.
public final class ClusterSelection {
    private ClusterSelection() {}

    /// How many clusters a sentence names.
    private static final int SAID = 8;

    /// All clusters of a hub.
    public static List<String> all(HubClient client) {
        JsonNode clusters = client.get("/api/v1/clusters").path("clusters");
        if (!clusters.isArray()) {
            throw new CommandFailure(
                    "%s answers, but not as a Livekube hub does: check --hub or LIVEKUBE_HUB".formatted(client.hub()));
        }
        return clusters.valueStream().map(one -> one.path("id").asText()).toList();
    }

    /// Those that match one of the names or globs, or all if there is none.
    ///
    /// @throws CommandFailure if one matches nothing
    public static List<String> existing(HubClient client, List<String> wanted) {
        List<String> all = all(client);
        check(client, wanted, all);
        return all.stream()
                .filter(id -> wanted.isEmpty()
                        || wanted.stream().anyMatch(one -> matching(one).test(id)))
                .toList();
    }

    /// @throws CommandFailure if one matches nothing, with what may be meant
    public static void check(HubClient client, List<String> wanted) {
        if (!wanted.isEmpty()) {
            check(client, wanted, all(client));
        }
    }

    private static void check(HubClient client, List<String> wanted, List<String> all) {
        for (String one : wanted) {
            if (all.stream().noneMatch(matching(one))) {
                throw new CommandFailure(
                        "there is no cluster %s on the hub at %s%s".formatted(one, client.hub(), instead(one, all)));
            }
        }
    }

    private static String instead(String typed, List<String> all) {
        return SpellingSuggestion.to(typed, all)
                .map(": do you mean '%s'?"::formatted)
                .orElse(all.isEmpty() ? "" : ": it has " + names(all));
    }

    /// Names for a sentence: a hub may have thousands.
    public static String names(List<String> clusters) {
        String first = clusters.stream().limit(SAID).collect(Collectors.joining(", "));
        return clusters.size() <= SAID ? first : "%s and %d more".formatted(first, clusters.size() - SAID);
    }

    private static java.util.function.Predicate<String> matching(String glob) {
        String pattern = Pattern.compile("\\*")
                .splitAsStream(glob + "\0")
                .map(part -> Pattern.quote(part.replace("\0", "")))
                .collect(Collectors.joining(".*"));
        return Pattern.compile(pattern).asMatchPredicate();
    }
}
