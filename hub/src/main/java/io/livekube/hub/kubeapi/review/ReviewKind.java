package io.livekube.hub.kubeapi.review;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Part;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Kinds of access reviews.
public enum ReviewKind {
    /// "May I do this?"
    ACCESS("authorization.k8s.io", "SelfSubjectAccessReview"),
    /// "What may I do?"
    RULES("authorization.k8s.io", "SelfSubjectRulesReview"),
    /// "Who am I?"
    SELF("authentication.k8s.io", "SelfSubjectReview");

    private final String group;
    private final String name;

    ReviewKind(String group, String name) {
        this.group = group;
        this.name = name;
    }

    /// The kind as listed in discovery.
    public Part.Kind kind() {
        return new Part.Kind(new Resource(group, "v1", name.toLowerCase(Locale.ROOT) + "s"), name, false);
    }

    String apiVersion() {
        return group + "/v1";
    }

    /// Kind of the review that is created at a path of the Kubernetes API; empty for other paths.
    public static Optional<ReviewKind> at(List<String> path) {
        return Stream.of(values())
                .filter(review -> {
                    Resource resource = review.kind().resource();
                    return path.equals(List.of("apis", resource.group(), resource.version(), resource.plural()));
                })
                .findFirst();
    }
}
