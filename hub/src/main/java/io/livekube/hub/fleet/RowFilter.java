package io.livekube.hub.fleet;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.select.ObjectSelector;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Which rows somebody wants to see.
///
/// @param namespace whose; empty for all
/// @param name of the one; empty for all
/// @param words each of which must stand in a cell, the name or the namespace, in small letters
/// @param problems whether only those with a problem
public record RowFilter(String namespace, String name, ObjectSelector selection, List<String> words, boolean problems) {
    public RowFilter {
        words = List.copyOf(words);
    }

    /// The objects of a state that may be wanted, in the order of their names.
    public Stream<KubeObject> of(Snapshot state) {
        if (!name.isEmpty() && !namespace.isEmpty()) {
            return state.get(namespace, name).stream().filter(selection);
        }
        List<KubeObject> there = namespace.isEmpty() ? state.list() : state.list(namespace);
        return selection.everything() && name.isEmpty()
                ? there.stream()
                : there.stream().filter(this::selects);
    }

    /// How many rows [#of] leads to, if that can be said without looking at each object.
    public OptionalInt count(Snapshot state) {
        if (!selection.everything() || !name.isEmpty() || !needsNoRow()) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(
                namespace.isEmpty() ? state.size() : state.list(namespace).size());
    }

    /// Whether an object may be wanted, by what can be said without making its row.
    public boolean selects(KubeObject object) {
        return (namespace.isEmpty() || namespace.equals(object.namespace()))
                && (name.isEmpty() || name.equals(object.name()))
                && selection.test(object);
    }

    /// Whether that is all there is to say.
    public boolean needsNoRow() {
        return words.isEmpty() && !problems;
    }

    /// Whether the row of a selected object is wanted.
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
