package io.livekube.cli.terminal;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.CancellationException;

/// Progress line of a slow step, printed only once the step has taken a second.
public final class ProgressLine {
    private static final long PATIENCE_NANOS = 1_000_000_000L;
    private static final long INTERVAL_NANOS = 500_000_000L;

    private final PrintWriter out;
    private final String what;
    private final long start = System.nanoTime();
    private long shown = start + PATIENCE_NANOS - INTERVAL_NANOS;

    public ProgressLine(PrintWriter out, String what) {
        this.out = out;
        this.what = what;
    }

    /// Reports progress.
    ///
    /// @throws CancellationException if the calling thread was interrupted
    public void show(int done, int all) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException(what + " was interrupted");
        }
        long now = System.nanoTime();
        if (now - shown >= INTERVAL_NANOS && done < all) {
            shown = now;
            out.printf(Locale.ROOT, "  %s: %,d of %,d (%d%%)%n", what, done, all, 100L * done / all);
            out.flush();
        }
    }
}
