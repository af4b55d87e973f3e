package io.livekube.hub.select;

import java.util.List;

/// How the value of a selectable field is found in an object.
public sealed interface Field {
    /// One that every object has in front of its body.
    enum Key implements Field {
        NAME,
        NAMESPACE
    }

    /// The text, number or truth at a path, or what stands for its absence.
    ///
    /// @param path as [KubeObject#field] knows it
    record At(String path, List<String> names, String otherwise) implements Field {
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

    /// The first of two that is not empty.
    record Either(At first, At second) implements Field {}

    /// Known by name, but no object has it.
    record Nowhere() implements Field {}
}
