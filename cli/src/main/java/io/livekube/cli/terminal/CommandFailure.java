package io.livekube.cli.terminal;

/// Failure of a command, with a message for the user: what failed, on what, and what to do.
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public CommandFailure(String message) {
        this(message, 1);
    }

    /// A failure with its own exit code.
    ///
    /// @param exitCode exit code of the process
    public CommandFailure(String message, int exitCode) {
        super(message);
        this.exitCode = exitCode;
    }

    public CommandFailure(String message, Throwable cause) {
        super(message, cause);
        this.exitCode = 1;
    }

    public int exitCode() {
        return exitCode;
    }
}
