package io.livekube.cli.terminal;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.CancellationException;

/// A line that shows how far something has come, once it has taken long enough to wonder.
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

    /// @throws CancellationException if the thread that does it was interrupted
    public void show(int done, int all) {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException(what + " was interrupted");
        }
        long now = System.nanoTime();
        if (now - shown >= INTERVAL_NANOS && done < all) {
            shown = now;
            out.printf(Locale.ROOT, "  %s: %,d of %,d (%d %%)%n", what, done, all, 100L * done / all);
            out.flush();
        }
    }
}
