package io.livekube.hub.fleet;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.discovery.ApiCatalogue;
import io.livekube.hub.discovery.ApiKind;
import io.livekube.hub.discovery.CustomKindDefinition;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Resolves kind names as users write them: `pods`, `po`, `Pod`, `deployments.apps`, `deployments.v1.apps`.
public final class KindResolver {
    private static final int NEAR = 2;
    private static final int SHOWN = 5;

    private KindResolver() {}

    /// Finds a kind that some of the clusters serve, or that any cluster may serve.
    public static Optional<Part.Kind> find(String name, Collection<Cluster> clusters) {
        return Stream.concat(
                        clusters.stream().flatMap(cluster -> kinds(cluster, false)),
                        Stream.concat(
                                ApiCatalogue.guessed(List.of(), List.of()).kinds(),
                                clusters.stream().flatMap(cluster -> kinds(cluster, true))))
                .filter(kind -> kind.matches(name))
                .findFirst()
                .map(ApiKind::kind);
    }

    /// Whether a cluster has announced all its kinds: built-in ones come first, custom ones only after their
    /// definitions.
    public static boolean hasAnnouncedAllKinds(Cluster cluster) {
        List<KindMirror> kinds = cluster.mirror().kinds();
        Optional<KindMirror> definitions = cluster.mirror().kind(CustomKindDefinition.RESOURCE);
        return !kinds.isEmpty()
                && definitions
                        .map(kind -> !isSyncing(cluster, kind))
                        .orElseGet(() -> kinds.stream().noneMatch(kind -> isSyncing(cluster, kind)));
    }

    private static boolean isSyncing(Cluster cluster, KindMirror kind) {
        return !kind.synced()
                && kind.status().state() == KindState.SYNCING
                && cluster.activation().wants(kind.resource());
    }

    /// Finds the kind in one cluster, which may serve another version.
    public static Resource in(Cluster cluster, Resource anywhere, String name) {
        List<Resource> there = cluster.mirror().kinds().stream()
                .map(KindMirror::resource)
                .filter(resource -> resource.group().equals(anywhere.group())
                        && resource.plural().equals(anywhere.plural()))
                .toList();
        boolean exactly =
                name.equalsIgnoreCase(ApiKind.versioned(anywhere)) && !name.equalsIgnoreCase(anywhere.toString());
        return exactly || there.isEmpty() || there.contains(anywhere) ? anywhere : there.getFirst();
    }

    /// Similar names, most similar first.
    public static List<String> similarNames(String name, Collection<Cluster> clusters) {
        String wanted = name.toLowerCase(Locale.ROOT);
        Map<String, Integer> far = new TreeMap<>();
        Stream.concat(
                        ApiCatalogue.guessed(List.of(), List.of()).kinds(),
                        clusters.stream().flatMap(cluster -> kinds(cluster, true)))
                .forEach(kind -> far.merge(
                        kind.kind().resource().toString(),
                        Math.min(distance(kind.kind().resource().plural(), wanted), distance(kind.singular(), wanted)),
                        Math::min));
        return far.entrySet().stream()
                .filter(entry -> entry.getValue() <= NEAR
                        || (wanted.length() > NEAR && entry.getKey().startsWith(wanted)))
                .sorted(Map.Entry.comparingByValue())
                .limit(SHOWN)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Edit distance: number of letters to change, insert or delete.
    private static int distance(String a, String b) {
        if (Math.abs(a.length() - b.length()) > NEAR) {
            return Integer.MAX_VALUE;
        }
        int[] before = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[b.length()];
    }

    /// @param defined whether to include CustomResourceDefinitions, which takes longer
    private static Stream<ApiKind> kinds(Cluster cluster, boolean defined) {
        List<Part.Kind> known =
                cluster.mirror().kinds().stream().map(KindMirror::kind).toList();
        return (defined ? ApiCatalogue.guessed(known, definitions(cluster)) : ApiCatalogue.of(known, List.of()))
                .kinds();
    }

    private static List<CustomKindDefinition> definitions(Cluster cluster) {
        return cluster
                .mirror()
                .kind(CustomKindDefinition.RESOURCE)
                .filter(KindMirror::synced)
                .map(kind -> kind.store().snapshot().list())
                .orElse(List.of())
                .stream()
                .map(KubeObject::content)
                .map(Json::parse)
                .map(CustomKindDefinition::read)
                .flatMap(Optional::stream)
                .toList();
    }
}
