package io.livekube.core.store;

import java.util.List;

/// An index was asked for that the store does not have.
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
