package io.livekube.hub.view;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.hub.problem.Problem;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// What the hub shows of one version of an object.
///
/// Immutable and independent of the time: what time alone changes is in [Problem#from]. Consumers keep compact forms
/// of their own; a view lives as long as [ObjectViews] keeps it.
public final class ObjectView {
    private final JsonNode content;
    private final String status;
    private final Optional<Problem> problem;
    private final SearchTerms terms;
    private final int bytes;

    /// An object of the pod's namespace.
    public record Reference(String resource, String name) {}

    ObjectView(JsonNode content, String status, Optional<Problem> problem, SearchTerms terms, int bytes) {
        this.content = content;
        this.status = status;
        this.problem = problem;
        this.terms = terms;
        this.bytes = bytes;
    }

    /// Whether the object could be parsed. If not, all that is known of it is its head.
    public boolean readable() {
        return !content.isMissingNode();
    }

    /// The object's content; missing if it is not readable. Not to be written to.
    public JsonNode content() {
        return content;
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
        return content.path("metadata").path("creationTimestamp").asText("");
    }

    /// The objects of its namespace that a pod names.
    public Set<Reference> references() {
        return References.of(content);
    }

    /// Its size in memory, estimated.
    int bytes() {
        return bytes;
    }
}
