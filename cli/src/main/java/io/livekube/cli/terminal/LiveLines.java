package io.livekube.cli.terminal;

import java.io.PrintWriter;
import java.util.List;

/// Lines at the end of the screen that are drawn anew in place.
///
/// A line that is too long is cut by the terminal and does not wrap, so that the way back up is known.
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

    /// Takes the lines away; what follows stands in their place.
    @Override
    public void close() {
        clear();
        out.flush();
    }
}
