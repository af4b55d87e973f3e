package io.livekube.hub.discovery;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Kinds that a cluster serves, by group and version.
///
/// Groups and versions are in the API server's order of preference, kinds are sorted by name.
public record ApiCatalogue(List<Group> groups) {
    /// Groups that API servers list first; custom groups follow, sorted by name.
    private static final List<String> ORDER = List.of(
            "",
            "apps",
            "authentication.k8s.io",
            "authorization.k8s.io",
            "autoscaling",
            "batch",
            "networking.k8s.io",
            "policy",
            "storage.k8s.io",
            "apiextensions.k8s.io",
            "coordination.k8s.io",
            "discovery.k8s.io");

    public ApiCatalogue {
        groups = List.copyOf(groups);
    }

    /// API group; the core group's name is empty.
    public record Group(String name, List<Version> versions) {
        public Group {
            versions = List.copyOf(versions);
        }
    }

    /// Version of a group.
    public record Version(String name, List<ApiKind> kinds) {
        public Version {
            kinds = List.copyOf(kinds);
        }
    }

    /// Catalogue of the kinds that are followed, with the names from their CustomResourceDefinitions.
    public static ApiCatalogue of(Collection<Part.Kind> followed, Collection<CustomKindDefinition> definitions) {
        Map<String, CustomKindDefinition> byName = definitions.stream()
                .collect(Collectors.toMap(
                        definition -> definition.plural() + "." + definition.group(),
                        Function.identity(),
                        (first, _) -> first));
        Map<String, Map<String, Map<String, ApiKind>>> tree =
                new TreeMap<>(Comparator.comparingInt(ApiCatalogue::rank).thenComparing(Comparator.naturalOrder()));
        for (Part.Kind kind : followed) {
            Resource resource = kind.resource();
            CustomKindDefinition definition = byName.get(resource.toString());
            tree.computeIfAbsent(resource.group(), _ -> new TreeMap<>(VersionOrder.BEST_FIRST))
                    .computeIfAbsent(resource.version(), _ -> new TreeMap<>())
                    .put(resource.plural(), definition == null ? ApiKind.of(kind) : ApiKind.of(kind, definition));
        }
        List<Group> groups = new ArrayList<>();
        tree.forEach((group, versions) -> groups.add(new Group(
                group,
                versions.entrySet().stream()
                        .map(version -> new Version(
                                version.getKey(), List.copyOf(version.getValue().values())))
                        .toList())));
        return new ApiCatalogue(groups);
    }

    /// Catalogue of all kinds that may exist, for a cluster whose kinds are not all known yet.
    public static ApiCatalogue guessed(Collection<Part.Kind> known, Collection<CustomKindDefinition> definitions) {
        Map<Resource, Part.Kind> kinds = new LinkedHashMap<>();
        WellKnownKinds.all().forEach(kind -> kinds.put(kind.resource(), kind));
        definitions.stream()
                .filter(CustomKindDefinition::established)
                .flatMap(definition -> definition.served().stream())
                .forEach(kind -> kinds.put(kind.resource(), kind));
        known.forEach(kind -> kinds.put(kind.resource(), kind));
        Set<Part.Kind> all = new LinkedHashSet<>(kinds.values());
        return of(all, definitions);
    }

    /// All kinds, ordered by group and version.
    public Stream<ApiKind> kinds() {
        return groups.stream().flatMap(group -> group.versions().stream()).flatMap(version -> version.kinds().stream());
    }

    /// Resources that support `get`.
    public List<Resource> readable() {
        return kinds().filter(kind -> kind.verbs().contains("get"))
                .map(kind -> kind.kind().resource())
                .toList();
    }

    private static int rank(String group) {
        int place = ORDER.indexOf(group);
        return place < 0 ? ORDER.size() : place;
    }
}
