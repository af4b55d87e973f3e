package io.livekube.hub.fleet;

import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.select.CustomFields;
import io.livekube.hub.select.ObjectSelector;
import io.livekube.protocol.Part;
import java.util.List;

/// Which rows of a kind somebody wants, of whatever clusters.
///
/// @param called what the reader calls the kind
/// @param kind in the version that was found first
/// @param words each of which must stand in a row, in small letters
/// @param problems whether only rows with a problem
/// @param wide whether with columns that `-o wide` shows
/// @param whole whether with the objects themselves
public record RowQuery(
        String called,
        Part.Kind kind,
        String namespace,
        String name,
        String labelSelector,
        String fieldSelector,
        List<String> words,
        boolean problems,
        boolean wide,
        boolean whole) {
    public RowQuery {
        words = List.copyOf(words);
    }

    /// How the kind is told in answers: `pods`, `deployments.apps`.
    public String resource() {
        return kind.resource().toString();
    }

    /// The events about the one object that this is about.
    ///
    /// @param events their kind
    public RowQuery events(Part.Kind events) {
        String about = "involvedObject.name=%s,involvedObject.kind=%s".formatted(name, kind.kind());
        return new RowQuery("events", events, namespace, "", "", about, List.of(), false, false, false);
    }

    /// The kind in one cluster.
    public Resource in(Cluster cluster) {
        return KindResolver.in(cluster, kind.resource(), called);
    }

    /// What is wanted of one cluster.
    ///
    /// @throws InvalidSelectorException if a selector can't be used there
    public RowFilter filter(Cluster cluster) {
        if (labelSelector.isEmpty() && fieldSelector.isEmpty()) {
            return new RowFilter(namespace, name, ObjectSelector.EVERYTHING, words, problems);
        }
        Resource resource = in(cluster);
        boolean namespaced = cluster.mirror()
                .kind(resource)
                .map(KindMirror::kind)
                .orElse(kind)
                .namespaced();
        ObjectSelector selection = ObjectSelector.parse(
                labelSelector, fieldSelector, CustomFields.of(cluster.mirror(), resource, namespaced));
        return new RowFilter(namespace, name, selection, words, problems);
    }
}
