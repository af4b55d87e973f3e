package io.livekube.hub.fleet;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.select.ObjectSelector;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Row filter for one cluster.
///
/// @param namespace empty for all
/// @param name empty for all
/// @param words lower-case words that must all occur in the cells, the name or the namespace
/// @param problems whether to keep only objects with a problem
public record RowFilter(String namespace, String name, ObjectSelector selection, List<String> words, boolean problems) {
    public RowFilter {
        words = List.copyOf(words);
    }

    /// The objects of a state whose rows may match, sorted by name.
    public Stream<KubeObject> of(Snapshot state) {
        if (!name.isEmpty() && !namespace.isEmpty()) {
            return state.get(namespace, name).stream().filter(selection);
        }
        List<KubeObject> there = namespace.isEmpty() ? state.list() : state.list(namespace);
        return selection.everything() && name.isEmpty()
                ? there.stream()
                : there.stream().filter(this::selects);
    }

    /// Number of rows that match, if it is known without looking at each object.
    public OptionalInt count(Snapshot state) {
        if (!selection.everything() || !name.isEmpty() || !needsNoRow()) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(
                namespace.isEmpty() ? state.size() : state.list(namespace).size());
    }

    /// Whether an object may match, judging without its row.
    public boolean selects(KubeObject object) {
        return (namespace.isEmpty() || namespace.equals(object.namespace()))
                && (name.isEmpty() || name.equals(object.name()))
                && selection.test(object);
    }

    /// Whether [#selects] alone decides.
    public boolean needsNoRow() {
        return words.isEmpty() && !problems;
    }

    /// Whether the row of a selected object matches.
    public boolean shows(Row row) {
        if (problems && row.problem().isEmpty()) {
            return false;
        }
        if (words.isEmpty()) {
            return true;
        }
        var text = new StringBuilder(row.object().namespace())
                .append('\n')
                .append(row.object().name());
        row.cells().forEach(cell -> text.append('\n').append(cell.asText()));
        String all = text.toString().toLowerCase(Locale.ROOT);
        return words.stream().allMatch(all::contains);
    }
}
