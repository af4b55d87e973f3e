package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.read.ReadResult;
import java.util.Optional;

/// Contribution of one cluster to a listing: a state, or why there is none.
sealed interface ClusterPart {
    String id();

    /// A state that was read.
    ///
    /// @param mark where a stream continues after this state
    record Given(String id, ReadResult view, StreamCursor.Mark mark) implements ClusterPart {}

    /// No state.
    ///
    /// @param state in one word
    record Missing(String id, String state, int status, String sentence) implements ClusterPart {}

    /// Renders the part as JSON for readers.
    ///
    /// @param matched number of rows from this cluster
    default ObjectNode json(int matched) {
        return switch (this) {
            case Missing missing ->
                Json.object()
                        .put("cluster", id())
                        .put("state", missing.state())
                        .put("error", missing.sentence())
                        .put("status", missing.status());
            case Given given -> {
                var provenance = given.view().provenance();
                ObjectNode part = Json.object()
                        .put("cluster", id())
                        .put("state", provenance.freshness().state().toString());
                provenance.freshness().age().ifPresent(age -> part.put("ageMs", age.toMillis()));
                yield part.put("source", provenance.source().toString())
                        .put("version", Long.toUnsignedString(given.view().version()))
                        .put("total", given.view().state().size())
                        .put("matched", matched)
                        .put("cause", provenance.cause());
            }
        };
    }

    /// The state, if there is one.
    default Optional<Given> given() {
        return this instanceof Given given ? Optional.of(given) : Optional.empty();
    }
}
