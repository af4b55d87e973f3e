package io.livekube.hub.kubeapi.review;

import io.livekube.core.model.Resource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Permissions of every client of a mirror: reading the kinds it serves, and creating access reviews.
///
/// @param served readable kinds, by group
record ReadOnlyRules(Map<String, Set<String>> served) {
    static final String WHY_NOT = "this is a read-only mirror";

    static final List<String> READS = List.of("get", "list", "watch");
    static final List<String> PATHS =
            List.of("/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*", "/version", "/version/");

    private static final List<String> CREATE = List.of("create");

    static ReadOnlyRules of(Collection<Resource> resources) {
        Map<String, Set<String>> served = new TreeMap<>();
        resources.forEach(resource ->
                served.computeIfAbsent(resource.group(), _ -> new TreeSet<>()).add(resource.plural()));
        return new ReadOnlyRules(served);
    }

    /// A rule as in the Kubernetes API.
    record Rule(List<String> verbs, String group, List<String> resources) {}

    List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        served.forEach((group, resources) -> rules.add(new Rule(READS, group, List.copyOf(resources))));
        Stream.of(ReviewKind.values())
                .map(review -> review.kind().resource())
                .map(review -> new Rule(CREATE, review.group(), List.of(review.plural())))
                .forEach(rules::add);
        return rules;
    }

    boolean allows(AccessAttributes question) {
        return switch (question) {
            case AccessAttributes.Objects objects ->
                objects.subresource().isEmpty()
                        && rules().stream()
                                .anyMatch(rule -> rule.verbs().contains(objects.verb())
                                        && rule.group().equals(objects.group())
                                        && rule.resources().contains(objects.resource()));
            case AccessAttributes.Path path ->
                path.verb().equals("get") && PATHS.stream().anyMatch(rule -> covers(rule, path.path()));
        };
    }

    private static boolean covers(String rule, String path) {
        return rule.endsWith("*") ? path.startsWith(rule.substring(0, rule.length() - 1)) : path.equals(rule);
    }
}
