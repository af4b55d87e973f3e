package io.livekube.simulator.api;

import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Resource or document that a URL path addresses.
sealed interface RequestPath {
    /// Liveness in its three spellings.
    record Health() implements RequestPath {}

    record Version() implements RequestPath {}

    /// `/`: the list of paths.
    record Root() implements RequestPath {}

    /// `/api` or `/apis`.
    record Groups(boolean legacy) implements RequestPath {}

    record Group(String group) implements RequestPath {}

    record GroupVersion(String group, String version) implements RequestPath {}

    /// `/openapi/v3` and below; empty for the index.
    record OpenApiDocument(String path) implements RequestPath {}

    /// All objects of a type, or those of one namespace; an empty namespace means all.
    record Collection(ResourceType type, String namespace, boolean watch) implements RequestPath {}

    /// One object, or its status.
    record Item(ResourceType type, String namespace, String name, boolean status, boolean watch)
            implements RequestPath {}

    /// A path below a served group and version that addresses nothing.
    record UnknownResource() implements RequestPath {}

    record Unknown() implements RequestPath {}

    /// A path with an invalid percent-encoding.
    record Malformed() implements RequestPath {}

    /// The individual health checks that are served by name.
    Set<String> HEALTH_CHECKS = Set.of("ping", "log", "etcd");

    static RequestPath parse(String path, Catalog catalog) {
        if (!QueryParameters.escaped(path)) {
            return new Malformed();
        }
        List<String> parts = parts(decode(path));
        if (parts.isEmpty()) {
            return new Root();
        }
        if (parts.contains("")) {
            return parts.getFirst().equals("api") || parts.getFirst().equals("apis")
                    ? new UnknownResource()
                    : new Unknown();
        }
        return switch (parts.getFirst()) {
            case "healthz", "livez", "readyz" ->
                parts.size() == 1 || (parts.size() == 2 && HEALTH_CHECKS.contains(parts.get(1)))
                        ? new Health()
                        : new Unknown();
            case "version" -> parts.size() == 1 ? new Version() : new Unknown();
            case "openapi" ->
                parts.size() > 1 && parts.get(1).equals("v3")
                        ? new OpenApiDocument(String.join("/", parts.subList(2, parts.size())))
                        : new Unknown();
            case "api" -> api(parts.subList(1, parts.size()), catalog);
            case "apis" -> apis(parts.subList(1, parts.size()), catalog);
            default -> new Unknown();
        };
    }

    private static RequestPath api(List<String> parts, Catalog catalog) {
        if (parts.isEmpty()) {
            return new Groups(true);
        }
        return parts.getFirst().equals("v1")
                ? inVersion("", "v1", parts.subList(1, parts.size()), catalog)
                : new UnknownResource();
    }

    private static RequestPath apis(List<String> parts, Catalog catalog) {
        if (parts.isEmpty()) {
            return new Groups(false);
        }
        String group = parts.getFirst();
        if (!catalog.groups().contains(group)) {
            return new Unknown();
        }
        if (parts.size() == 1) {
            return new Group(group);
        }
        String version = parts.get(1);
        RequestPath found = catalog.versions(group).contains(version)
                ? inVersion(group, version, parts.subList(2, parts.size()), catalog)
                : new UnknownResource();
        // In the real server, custom resources are served by another component, which sends no Status here.
        boolean builtIn =
                BuiltInTypes.all().stream().anyMatch(type -> type.group().equals(group));
        return found instanceof UnknownResource && !builtIn ? new Unknown() : found;
    }

    private static RequestPath inVersion(String group, String version, List<String> parts, Catalog catalog) {
        if (parts.isEmpty()) {
            return new GroupVersion(group, version);
        }
        boolean watch = parts.getFirst().equals("watch");
        List<String> rest = watch ? parts.subList(1, parts.size()) : parts;
        // namespaces/NAME and namespaces/NAME/status address a namespace; longer paths address objects in it
        boolean inNamespace = rest.size() >= 3
                && rest.getFirst().equals("namespaces")
                && !(group.isEmpty() && rest.size() == 3 && rest.get(2).equals("status"));
        String namespace = inNamespace ? rest.get(1) : "";
        List<String> resource = inNamespace ? rest.subList(2, rest.size()) : rest;
        if (resource.isEmpty()) {
            return new UnknownResource();
        }
        Optional<ResourceType> type = catalog.find(group, version, resource.getFirst());
        if (type.isEmpty() || (inNamespace && !type.get().namespaced())) {
            return new UnknownResource();
        }
        ResourceType found = type.get();
        boolean addressable = inNamespace || !found.namespaced();
        return switch (resource.size()) {
            case 1 -> new Collection(found, namespace, watch);
            case 2 -> addressable ? new Item(found, namespace, resource.get(1), false, watch) : new UnknownResource();
            case 3 ->
                addressable && found.hasStatus() && resource.get(2).equals("status") && !watch
                        ? new Item(found, namespace, resource.get(1), true, false)
                        : new UnknownResource();
            default -> new UnknownResource();
        };
    }

    /// Decodes the path before splitting it, as the real server does: an escaped slash separates like a plain
    /// one.
    private static String decode(String path) {
        return path.indexOf('%') < 0 ? path : URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /// Splits a path at its slashes; a trailing slash is ignored.
    private static List<String> parts(String path) {
        int from = path.startsWith("/") ? 1 : 0;
        int to = path.length() > from && path.endsWith("/") ? path.length() - 1 : path.length();
        String inner = path.substring(from, to);
        return inner.isEmpty() ? List.of() : List.of(inner.split("/", -1));
    }
}
