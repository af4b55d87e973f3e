package io.livekube.hub.view;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.problem.Problem;
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.util.Optional;

/// The hub's view of one version of an object.
///
/// Immutable and independent of time: changes due to time alone are described by [Problem#from]. Consumers keep
/// their own compact forms; a view lives as long as [ObjectViews] keeps it, and the tree it was read from lives
/// until the next garbage collection.
public final class ObjectView {
    private final WeakReference<JsonNode> content;
    private final boolean readable;
    private final String created;
    private final String status;
    private final Optional<Problem> problem;
    private final SearchTerms terms;

    /// A reference to an object in the pod's namespace.
    public record Reference(String resource, String name) {}

    ObjectView(JsonNode content, String status, Optional<Problem> problem, SearchTerms terms) {
        this.content = new WeakReference<>(content);
        this.readable = !content.isMissingNode();
        this.created = content.path("metadata").path("creationTimestamp").asText("");
        this.status = status;
        this.problem = problem;
        this.terms = terms;
    }

    /// Whether the object could be parsed. If not, only its metadata is known.
    public boolean readable() {
        return readable;
    }

    /// The tree that the view was read from, if it is still available.
    Optional<JsonNode> content() {
        return Optional.ofNullable(content.get());
    }

    /// kubectl's status word for the object; empty for kinds without one.
    public String status() {
        return status;
    }

    /// The problem of the object, or the one it will have if it does not change.
    public Optional<Problem> problem() {
        return problem;
    }

    /// The problem of the object at a moment.
    public Optional<Problem> problemAt(Instant now) {
        return problem.filter(known -> known.countsAt(now));
    }

    /// Search terms other than name and namespace.
    public SearchTerms terms() {
        return terms;
    }

    /// The creation time as stated by the object; empty if there is none.
    public String created() {
        return created;
    }
}
