package io.livekube.hub.search;

import io.livekube.hub.problem.Problem;
import io.livekube.hub.view.ObjectView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Status of an object without the parts that are specific to it, so that an index stores each distinct status
/// once.
///
/// @param word kubectl's status word; empty if the kind has none
/// @param more other words by which the status is found
/// @param problem the problem without its message and time
public record ObjectStatus(String word, List<String> more, Optional<Problem> problem) {
    public ObjectStatus {
        more = List.copyOf(more);
    }

    static ObjectStatus of(ObjectView view) {
        return new ObjectStatus(
                view.status(),
                view.terms().statusWords(),
                view.problem().map(known -> new Problem(known.reason(), "", known.severity(), Instant.MIN)));
    }

    ObjectStatus withoutProblem() {
        return new ObjectStatus(word, more, Optional.empty());
    }

    /// All words by which the status is found.
    Stream<String> words() {
        return Stream.concat(Stream.of(word).filter(text -> !text.isEmpty()), more.stream());
    }
}
