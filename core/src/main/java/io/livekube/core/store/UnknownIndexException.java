package io.livekube.core.store;

import java.util.List;

/// The store does not have the requested index.
public final class UnknownIndexException extends IllegalArgumentException {
    UnknownIndexException(String index, List<String> known) {
        super("there is no index '%s': %s"
                .formatted(
                        index,
                        known.isEmpty()
                                ? "the store has none, add it with addIndex"
                                : "known are " + String.join(", ", known)));
    }
}
