package io.livekube.hub.discovery;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Kind with all its names.
public record ApiKind(Part.Kind kind, String singular, List<String> shortNames, List<String> categories) {
    private static final List<String> ALL = List.of("all");

    /// Verbs of readable kinds.
    private static final List<String> READ = List.of("get", "list", "watch");

    /// Groups of access reviews, which can be created but not read.
    private static final Set<String> REVIEWS = Set.of("authentication.k8s.io", "authorization.k8s.io");

    private static final List<String> CREATE_ONLY = List.of("create");

    public ApiKind {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }

    /// Supported verbs.
    public List<String> verbs() {
        return REVIEWS.contains(kind.resource().group()) ? CREATE_ONLY : READ;
    }

    /// Whether a name refers to this kind: `pods`, `po`, `Pod`, `deployments.apps`, `deployments.v1.apps`.
    public boolean matches(String name) {
        String lowerCase = name.toLowerCase(Locale.ROOT);
        Resource resource = kind.resource();
        return lowerCase.equals(resource.plural())
                || lowerCase.equals(resource.toString())
                || lowerCase.equals(versioned(resource))
                || lowerCase.equals(singular)
                || lowerCase.equals(singular + "." + resource.group())
                || lowerCase.equals(kind.kind().toLowerCase(Locale.ROOT))
                || shortNames.contains(lowerCase);
    }

    /// Name that includes the version: `deployments.v1.apps`.
    public static String versioned(Resource resource) {
        return resource.plural() + "." + resource.version() + "." + resource.group();
    }

    /// A built-in kind, or a custom kind without a known definition.
    static ApiKind of(Part.Kind kind) {
        List<String> shortNames = switch (kind.resource().toString()) {
            case "pods" -> List.of("po");
            case "services" -> List.of("svc");
            case "deployments.apps" -> List.of("deploy");
            case "replicasets.apps" -> List.of("rs");
            case "statefulsets.apps" -> List.of("sts");
            case "daemonsets.apps" -> List.of("ds");
            case "cronjobs.batch" -> List.of("cj");
            case "ingresses.networking.k8s.io" -> List.of("ing");
            case "networkpolicies.networking.k8s.io" -> List.of("netpol");
            case "configmaps" -> List.of("cm");
            case "namespaces" -> List.of("ns");
            case "nodes" -> List.of("no");
            case "persistentvolumes" -> List.of("pv");
            case "persistentvolumeclaims" -> List.of("pvc");
            case "horizontalpodautoscalers.autoscaling" -> List.of("hpa");
            case "events" -> List.of("ev");
            case "customresourcedefinitions.apiextensions.k8s.io" -> List.of("crd", "crds");
            case "serviceaccounts" -> List.of("sa");
            case "storageclasses.storage.k8s.io" -> List.of("sc");
            case "poddisruptionbudgets.policy" -> List.of("pdb");
            case "resourcequotas" -> List.of("quota");
            case "limitranges" -> List.of("limits");
            default -> List.of();
        };
        List<String> categories = switch (kind.resource().toString()) {
            case "pods",
                    "services",
                    "deployments.apps",
                    "replicasets.apps",
                    "statefulsets.apps",
                    "daemonsets.apps",
                    "jobs.batch",
                    "cronjobs.batch",
                    "horizontalpodautoscalers.autoscaling" -> ALL;
            case "customresourcedefinitions.apiextensions.k8s.io" -> List.of("api-extensions");
            default -> List.of();
        };
        return new ApiKind(kind, kind.kind().toLowerCase(Locale.ROOT), shortNames, categories);
    }

    /// A custom kind, with the names from its definition.
    static ApiKind of(Part.Kind kind, CustomKindDefinition definition) {
        return new ApiKind(kind, definition.singular(), definition.shortNames(), definition.categories());
    }
}
