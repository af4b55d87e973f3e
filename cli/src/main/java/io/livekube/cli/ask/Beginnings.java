package io.livekube.cli.ask;

import io.livekube.cli.terminal.CommandFailure;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads in pages that begin anew when the hub no longer has the state that they are cut from, as informers
/// do: it may have been restarted, or have had too much to keep.
final class Beginnings {
    private static final int MOST = 3;

    private Beginnings() {}

    /// @param reading gives nothing when it has to begin anew
    static <T> T until(String what, Supplier<Optional<T>> reading) {
        for (int i = 0; i < MOST; i++) {
            Optional<T> read = reading.get();
            if (read.isPresent()) {
                return read.get();
            }
        }
        throw new CommandFailure(
                "the hub forgets %s faster than they can be read: try again, or select fewer".formatted(what));
    }
}
