package io.livekube.hub.rest;

import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.fleet.Fleet;
import io.livekube.hub.fleet.KindResolver;
import io.livekube.hub.fleet.RowQuery;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Parses the parameters that select rows.
record RowParameters(Fleet fleet) {
    private static final Duration RETRY_UNANNOUNCED = Duration.ofSeconds(2);
    private static final int SHOWN = 64;

    /// The clusters to include, as names or patterns; empty for all.
    ///
    /// @throws HttpProblem 404 if a named cluster does not exist
    List<String> patterns(HttpExchange exchange) {
        List<String> patterns = exchange.parameters("cluster");
        patterns.forEach(this::requireKnown);
        return patterns;
    }

    private void requireKnown(String pattern) {
        if (!pattern.contains("*") && !fleet.has(pattern)) {
            throw HttpProblem.noCluster(cut(pattern));
        }
    }

    /// Parses a query for rows of one kind.
    ///
    /// @param whole whether to include complete objects
    /// @throws HttpProblem if the kind does not exist or a selector is invalid
    RowQuery query(HttpExchange exchange, String name, List<String> patterns, boolean whole) {
        patterns.forEach(this::requireKnown);
        List<String> ids = fleet.matching(patterns);
        List<Cluster> clusters =
                ids.stream().flatMap(id -> fleet.find(id).stream()).toList();
        Part.Kind kind = KindResolver.find(name, clusters).orElseThrow(() -> unknown(exchange, name, ids, clusters));
        String namespace = exchange.parameter("namespace").orElse("");
        if (!namespace.isEmpty() && !kind.namespaced()) {
            throw HttpProblem.of(400, "%s are cluster-scoped: omit the namespace.".formatted(kind.resource()));
        }
        var query = new RowQuery(
                name,
                kind,
                namespace,
                exchange.parameter("name").orElse(""),
                exchange.parameter("labelSelector").orElse(""),
                exchange.parameter("fieldSelector").orElse(""),
                words(exchange.parameter("q").orElse("")),
                exchange.flag("problems"),
                exchange.flag("wide"),
                whole);
        for (Cluster cluster : clusters) {
            check(query, cluster);
        }
        return query;
    }

    /// Adds the events of the selected object, if the clusters have events.
    ///
    /// @throws HttpProblem 400 if the rows are not those of a single object
    List<RowQuery> withEvents(List<RowQuery> rows, List<String> patterns) {
        if (rows.size() != 1 || rows.getFirst().name().isEmpty()) {
            throw HttpProblem.of(400, "Events require a single object: pass rows=RESOURCE once, with a name.");
        }
        RowQuery object = rows.getFirst();
        List<Cluster> clusters = fleet.matching(patterns).stream()
                .flatMap(id -> fleet.find(id).stream())
                .toList();
        Optional<RowQuery> events = KindResolver.find("events", clusters)
                .filter(kind -> !kind.resource().equals(object.kind().resource()))
                .map(kind -> object.events(kind));
        events.ifPresent(query -> clusters.forEach(cluster -> check(query, cluster)));
        return Stream.concat(rows.stream(), events.stream()).toList();
    }

    private static void check(RowQuery query, Cluster cluster) {
        try {
            var _ = query.filter(cluster);
        } catch (InvalidSelectorException e) {
            throw HttpProblem.of(400, e.reason());
        }
    }

    private static List<String> words(String text) {
        return Stream.of(text.toLowerCase(Locale.ROOT).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /// Error for an unknown kind; a cluster that has not announced all its kinds may still have it.
    private HttpProblem unknown(HttpExchange exchange, String name, List<String> ids, List<Cluster> clusters) {
        Optional<String> incomplete = ids.stream()
                .filter(id -> fleet.find(id)
                        .filter(KindResolver::hasAnnouncedAllKinds)
                        .isEmpty())
                .findFirst();
        if (incomplete.isPresent() && name.contains(".")) {
            fleet.find(incomplete.get()).ifPresent(cluster -> cluster.read(exchange.from()));
            return HttpProblem.later(
                    503,
                    RETRY_UNANNOUNCED,
                    "Cannot resolve %s yet: cluster %s has not announced all its kinds."
                            .formatted(cut(name), incomplete.get()));
        }
        List<String> near = KindResolver.similarNames(name, clusters);
        return HttpProblem.of(
                404,
                "There is no resource %s%s"
                        .formatted(
                                cut(name),
                                near.isEmpty()
                                        ? " in these clusters."
                                        : ": did you mean " + String.join(", ", near) + "?"));
    }

    private static String cut(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
