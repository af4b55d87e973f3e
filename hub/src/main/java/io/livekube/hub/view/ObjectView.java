package io.livekube.hub.view;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.problem.Problem;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Optional;

/// What the hub shows of one version of an object.
///
/// Immutable and independent of the time: what time alone changes is in [Problem#from]. Consumers keep compact forms
/// of their own; a view lives as long as [ObjectViews] keeps it, and the tree it was read from until the next garbage
/// collection.
public final class ObjectView {
    private final WeakReference<JsonNode> content;
    private final boolean readable;
    private final String created;
    private final String status;
    private final Optional<Problem> problem;
    private final SearchTerms terms;

    /// An object of the pod's namespace.
    public record Reference(String resource, String name) {}

    ObjectView(JsonNode content, String status, Optional<Problem> problem, SearchTerms terms) {
        this.content = new WeakReference<>(content);
        this.readable = !content.isMissingNode();
        this.created = content.path("metadata").path("creationTimestamp").asText("");
        this.status = status;
        this.problem = problem;
        this.terms = terms;
    }

    /// Whether the object could be parsed. If not, all that is known of it is its head.
    public boolean readable() {
        return readable;
    }

    /// The tree that the view was read from, if it is still there.
    Optional<JsonNode> content() {
        return Optional.ofNullable(content.get());
    }

    /// kubectl's word for how the object is doing; empty for kinds without one.
    public String status() {
        return status;
    }

    /// What is wrong with the object, or will be if it does not change.
    public Optional<Problem> problem() {
        return problem;
    }

    /// What is wrong with the object at a moment.
    public Optional<Problem> problemAt(Instant now) {
        return problem.filter(known -> known.countsAt(now));
    }

    /// What a search looks at, beside name and namespace.
    public SearchTerms terms() {
        return terms;
    }

    /// The creation time as the object states it; empty if it does not.
    public String created() {
        return created;
    }
}
