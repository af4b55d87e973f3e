package io.livekube.apimachinery.selector;

import java.util.List;

/// Where the value of a selectable field is found in an object.
public sealed interface SelectableField {
    /// Name or namespace of the object.
    enum Key implements SelectableField {
        NAME,
        NAMESPACE
    }

    /// The string, number or boolean at a path.
    ///
    /// @param path names joined by dots
    /// @param names the path, split
    /// @param otherwise the value where the path is absent or empty
    record At(String path, List<String> names, String otherwise) implements SelectableField {
        public At {
            names = List.copyOf(names);
        }

        static At path(String path) {
            return path(path, "");
        }

        static At path(String path, String otherwise) {
            return new At(path, List.of(path.split("\\.", -1)), otherwise);
        }
    }

    /// The first value, or the second one where the first is empty.
    record Either(At first, At second) implements SelectableField {}

    /// A name that the API server accepts, and for which it finds no value in any object.
    record Nowhere() implements SelectableField {}
}
