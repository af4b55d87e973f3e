package io.livekube.cli.terminal;

import java.io.PrintWriter;
import java.util.List;

/// Lines at the end of a terminal that are redrawn in place.
///
/// Wrapping is off while they are drawn, so each line takes exactly one row and can be erased again.
public final class LiveLines implements AutoCloseable {
    private static final String NO_WRAP = "\u001b[?7l";
    private static final String WRAP = "\u001b[?7h";

    private final PrintWriter out;
    private int drawn;

    public LiveLines(PrintWriter out) {
        this.out = out;
    }

    public void draw(List<String> lines) {
        clear();
        out.print(NO_WRAP);
        lines.forEach(out::println);
        out.print(WRAP);
        out.flush();
        drawn = lines.size();
    }

    private void clear() {
        if (drawn > 0) {
            out.printf("\u001b[%dA\u001b[J", drawn);
            drawn = 0;
        }
    }

    /// Erases the lines.
    @Override
    public void close() {
        clear();
        out.flush();
    }
}
