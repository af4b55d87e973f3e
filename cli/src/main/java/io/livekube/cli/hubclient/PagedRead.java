package io.livekube.cli.hubclient;

import io.livekube.cli.terminal.CommandFailure;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads in pages that begin anew when the hub no longer has the state that they are cut from, as informers
/// do: it may have been restarted, or have had too much to keep.
public final class PagedRead {
    private static final int MOST = 3;

    private PagedRead() {}

    /// @param reading gives nothing when it has to begin anew
    public static <T> T until(String what, Supplier<Optional<T>> reading) {
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
