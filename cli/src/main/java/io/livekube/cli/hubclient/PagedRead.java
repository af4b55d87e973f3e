package io.livekube.cli.hubclient;

import io.livekube.cli.terminal.CommandFailure;
import java.util.Optional;
import java.util.function.Supplier;

/// Paged read that starts over when the hub no longer has the state that the pages show: after a restart, or
/// when its cache is full.
public final class PagedRead {
    private static final int MAX_ATTEMPTS = 3;

    private PagedRead() {}

    /// Reads until an attempt succeeds.
    ///
    /// @param reading returns empty if it has to restart
    public static <T> T read(String what, Supplier<Optional<T>> reading) {
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            Optional<T> read = reading.get();
            if (read.isPresent()) {
                return read.get();
            }
        }
        throw new CommandFailure(
                "%s expired on the hub before all pages were read, %d times in a row: try again, or select fewer objects"
                        .formatted(what, MAX_ATTEMPTS));
    }
}
