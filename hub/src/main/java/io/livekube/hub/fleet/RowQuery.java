package io.livekube.hub.fleet;

import io.livekube.apimachinery.selector.InvalidSelectorException;
import io.livekube.core.model.Resource;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.select.ObjectSelector;
import io.livekube.hub.select.SelectableFieldLookup;
import io.livekube.protocol.Part;
import java.util.List;

/// Query for rows of a kind in any number of clusters.
///
/// @param called the kind's name as written by the reader
/// @param kind the kind in the first version found
/// @param words lower-case words that must all occur in a row
/// @param problems whether to keep only objects with a problem
/// @param wide whether to include the columns of `-o wide`
/// @param whole whether rows contain the objects themselves
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

    /// The kind's name in responses: `pods`, `deployments.apps`.
    public String resource() {
        return kind.resource().toString();
    }

    /// Query for the events about the single object that this query names.
    ///
    /// @param events the kind of events
    public RowQuery events(Part.Kind events) {
        String about = "involvedObject.name=%s,involvedObject.kind=%s".formatted(name, kind.kind());
        return new RowQuery("events", events, namespace, "", "", about, List.of(), false, false, false);
    }

    /// The kind in one cluster.
    public Resource in(Cluster cluster) {
        return KindResolver.in(cluster, kind.resource(), called);
    }

    /// The filter within one cluster.
    ///
    /// @throws InvalidSelectorException if the cluster does not support a selector
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
                labelSelector, fieldSelector, SelectableFieldLookup.of(cluster.mirror(), resource, namespaced));
        return new RowFilter(namespace, name, selection, words, problems);
    }
}
