package io.livekube.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How much the terminal shows at once.
public record TerminalSize(int lines, int columns) {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalSize.class);
    private static final TerminalSize USUAL = new TerminalSize(24, 80);

    /// Asks the terminal of this process; 24 lines of 80 columns if it can't tell.
    public static TerminalSize ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = stty.inputReader().readLine();
            if (stty.waitFor(1, TimeUnit.SECONDS) && said != null && said.matches("[1-9]\\d{0,4} [1-9]\\d{0,4}")) {
                String[] parts = said.split(" ", -1);
                return new TerminalSize(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            }
        } catch (IOException e) {
            LOG.debug("no stty here", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return USUAL;
    }
}
