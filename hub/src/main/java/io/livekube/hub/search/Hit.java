package io.livekube.hub.search;

import io.livekube.core.model.KubeObject;
import io.livekube.protocol.Part;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// An object found by a search.
///
/// @param created in seconds since the epoch
/// @param fields where the object matched, as bits of [SearchField]
public record Hit(
        String cluster, Part.Kind kind, KubeObject object, ObjectStatus status, int score, int created, int fields) {
    /// Best first; among equals, newest first.
    static final Comparator<Hit> BEST_FIRST = Comparator.comparingInt(Hit::score)
            .thenComparingInt(Hit::created)
            .reversed()
            .thenComparing(Hit::cluster)
            .thenComparing(hit -> hit.kind().resource().toString())
            .thenComparing(Hit::object, KubeObject::compareKey);

    /// The fields in which the object matched.
    public List<SearchField> matched() {
        return Stream.of(SearchField.values())
                .filter(field -> (fields & field.bit()) != 0)
                .toList();
    }
}
