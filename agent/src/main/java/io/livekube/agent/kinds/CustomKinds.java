package io.livekube.agent.kinds;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Selection of custom resources to follow.
///
/// @param all whether to follow all
/// @param groups API groups to follow completely
/// @param names single resources, written as `widgets.example.org`
/// @param limit how many may be followed at the same time
public record CustomKinds(boolean all, Set<String> groups, Set<String> names, int limit) {
    public static final int DEFAULT_LIMIT = 200;
    public static final CustomKinds NONE = new CustomKinds(false, Set.of(), Set.of(), DEFAULT_LIMIT);
    public static final CustomKinds ALL = new CustomKinds(true, Set.of(), Set.of(), DEFAULT_LIMIT);

    public CustomKinds {
        groups = Set.copyOf(groups);
        names = Set.copyOf(names);
        if (limit < 1) {
            throw new IllegalArgumentException("limit of custom kinds: must be positive, got " + limit);
        }
    }

    /// Parses `none`, `all`, or a comma-separated list of groups and single resources; the definitions decide
    /// whether `widgets.example.org` is a group or a resource.
    public static CustomKinds parse(String text) {
        return switch (text) {
            case "none" -> NONE;
            case "all" -> ALL;
            default -> new CustomKinds(false, listed(text), listed(text), DEFAULT_LIMIT);
        };
    }

    /// Adds single resources.
    public CustomKinds and(Set<String> single) {
        Set<String> more = new HashSet<>(names);
        more.addAll(single);
        return new CustomKinds(all, groups, more, limit);
    }

    public CustomKinds withLimit(int most) {
        return new CustomKinds(all, groups, names, most);
    }

    boolean none() {
        return !all && groups.isEmpty() && names.isEmpty();
    }

    boolean wants(Resource resource) {
        return all || groups.contains(resource.group()) || names.contains(resource.toString());
    }

    /// Kinds to follow, and kinds that are selected but beyond the limit.
    public record Choice(List<Part.Kind> followed, List<Part.Kind> leftOut) {}

    /// Chooses among the defined kinds. Kinds that were followed before are kept; the others are added in
    /// alphabetical order, up to the limit.
    public Choice choose(Collection<Part.Kind> defined, Set<Part.Kind> before) {
        List<Part.Kind> wanted = new ArrayList<>(defined.stream()
                .filter(kind -> wants(kind.resource()))
                .sorted(Comparator.comparing((Part.Kind kind) -> !before.contains(kind))
                        .thenComparing(kind -> kind.resource().toString()))
                .toList());
        List<Part.Kind> first = wanted.subList(0, Math.min(limit, wanted.size()));
        return new Choice(List.copyOf(first), List.copyOf(wanted.subList(first.size(), wanted.size())));
    }

    private static Set<String> listed(String text) {
        Set<String> names = Set.copyOf(List.of(text.split(" *, *")));
        for (String name : names) {
            if (!name.matches("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+")) {
                throw new IllegalArgumentException(
                        "'%s' is neither an API group nor a resource (expected none, all, or a list such as example.org,widgets.example.com)"
                                .formatted(name));
            }
        }
        return names;
    }
}
