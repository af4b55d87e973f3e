package io.livekube.hub.search;

import io.livekube.core.model.KubeObject;
import io.livekube.protocol.Part;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// An object that a search has found.
///
/// @param created in seconds since 1970
/// @param fields where it was found, as bits of [SearchField]
public record Hit(
        String cluster, Part.Kind kind, KubeObject object, ObjectStatus status, int score, int created, int fields) {
    /// The best first; of equals, the youngest.
    static final Comparator<Hit> BEST_FIRST = Comparator.comparingInt(Hit::score)
            .thenComparingInt(Hit::created)
            .reversed()
            .thenComparing(Hit::cluster)
            .thenComparing(hit -> hit.kind().resource().toString())
            .thenComparing(Hit::object, KubeObject::compareKey);

    /// The fields in which something was found.
    public List<SearchField> matched() {
        return Stream.of(SearchField.values())
                .filter(field -> (fields & field.bit()) != 0)
                .toList();
    }
}
