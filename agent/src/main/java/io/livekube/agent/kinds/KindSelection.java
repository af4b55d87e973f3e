package io.livekube.agent.kinds;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Selection of the kinds that an agent follows.
///
/// @param builtIn kinds that every API server has
/// @param custom the custom resources
public record KindSelection(Set<Part.Kind> builtIn, CustomKinds custom) {
    public static final Resource SECRETS = Resource.core("v1", "secrets");

    private static final Part.Kind DEFINITIONS = known("CustomResourceDefinition");
    private static final Part.Kind SECRET = known("Secret");

    /// Fields in which a secret may have its values or a copy of them: some tools keep whole
    /// objects in annotations.
    private static final List<String> SECRET_VALUES = List.of("data", "stringData", "metadata.annotations");

    private static final List<String> DEFAULT_NAMES = List.of(
            "Pod",
            "Service",
            "Deployment",
            "ReplicaSet",
            "StatefulSet",
            "DaemonSet",
            "Job",
            "CronJob",
            "Ingress",
            "ConfigMap",
            "Namespace",
            "Node",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "HorizontalPodAutoscaler",
            "EndpointSlice",
            "Event",
            "CustomResourceDefinition");

    public KindSelection {
        // Custom resources are known only from their definitions.
        var kinds = new LinkedHashSet<>(builtIn);
        if (!custom.none()) {
            kinds.add(DEFINITIONS);
        }
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException("no kind is selected");
        }
        builtIn = Set.copyOf(kinds);
    }

    /// The default set, and all custom resources.
    public static KindSelection defaults() {
        return new KindSelection(defaultKinds(), CustomKinds.ALL);
    }

    /// Narrows the default set to some names: `Pod`, `pods`, `deployments.apps`, or a custom `widgets.example.org`.
    ///
    /// @param names empty for the default set
    /// @param custom if empty: all custom resources with the default set, otherwise those in `names`
    /// @param secrets whether to follow secrets, without their values
    public static KindSelection of(List<String> names, Optional<CustomKinds> custom, boolean secrets) {
        Set<Part.Kind> kinds = names.isEmpty() ? defaultKinds() : new LinkedHashSet<>();
        Set<String> customNames = new LinkedHashSet<>();
        for (String name : names) {
            Optional<Part.Kind> known = find(name);
            if (known.isPresent()) {
                kinds.add(known.get());
            } else if (name.contains(".")) {
                customNames.add(name.toLowerCase(Locale.ROOT));
            } else {
                throw new IllegalArgumentException(
                        "unknown resource type '%s'; expected one of %s, or a custom resource as plural.group (widgets.example.org)"
                                .formatted(name, allNames()));
            }
        }
        if (kinds.contains(SECRET) && !secrets) {
            throw new IllegalArgumentException(
                    "secrets are only followed with --secrets metadata (and never their values)");
        }
        if (secrets) {
            kinds.add(SECRET);
        }
        CustomKinds rule = custom.orElse(names.isEmpty() ? CustomKinds.ALL : CustomKinds.NONE);
        return new KindSelection(kinds, rule.and(customNames));
    }

    /// Format of a kind's objects. Values of secrets are dropped during decoding.
    public FormatConfig format(Resource resource) {
        FormatConfig defaults = FormatConfig.defaultsFor(resource);
        return resource.equals(SECRETS) ? defaults.withBlanked(SECRET_VALUES) : defaults;
    }

    /// Whether a kind is CustomResourceDefinition.
    public static boolean definesOthers(Part.Kind kind) {
        return kind.equals(DEFINITIONS);
    }

    /// CustomResourceDefinition, if it is followed.
    public static Part.Kind definitions() {
        return DEFINITIONS;
    }

    /// Whether the selection includes a kind by its name; a custom one must also be defined.
    public boolean mayFollow(Resource resource) {
        boolean wellKnown =
                WellKnownKinds.all().stream().anyMatch(kind -> kind.resource().equals(resource));
        return wellKnown ? builtIn.stream().anyMatch(kind -> kind.resource().equals(resource)) : custom.wants(resource);
    }

    /// The built-in kinds, in the protocol's order.
    public List<Part.Kind> ordered() {
        List<Part.Kind> ordered = new ArrayList<>(WellKnownKinds.all());
        ordered.retainAll(builtIn);
        return ordered;
    }

    private static Set<Part.Kind> defaultKinds() {
        return DEFAULT_NAMES.stream().map(KindSelection::known).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Optional<Part.Kind> find(String name) {
        return WellKnownKinds.all().stream()
                .filter(kind -> name.equalsIgnoreCase(kind.kind())
                        || name.equalsIgnoreCase(kind.resource().plural())
                        || name.equalsIgnoreCase(kind.resource().toString()))
                .findFirst();
    }

    private static String allNames() {
        return WellKnownKinds.all().stream().map(Part.Kind::kind).collect(Collectors.joining(", "));
    }

    private static Part.Kind known(String name) {
        return WellKnownKinds.named(name)
                .orElseThrow(() -> new IllegalStateException("not a well-known kind: " + name));
    }
}
