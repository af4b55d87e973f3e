package io.livekube.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Size of the terminal in characters.
public record TerminalSize(int lines, int columns) {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalSize.class);
    private static final TerminalSize DEFAULT = new TerminalSize(24, 80);

    /// The size of this process's terminal; 24 lines of 80 columns if it is unknown.
    public static TerminalSize ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = stty.inputReader().readLine();
            if (stty.waitFor(1, TimeUnit.SECONDS) && size != null && size.matches("[1-9]\\d{0,4} [1-9]\\d{0,4}")) {
                String[] parts = size.split(" ", -1);
                return new TerminalSize(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            }
        } catch (IOException e) {
            LOG.debug("cannot run stty", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return DEFAULT;
    }
}
