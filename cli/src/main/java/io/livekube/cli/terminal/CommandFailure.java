package io.livekube.cli.terminal;

/// A command could not do what it was asked; the message tells the user what happened, to what, and what
/// to do.
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public CommandFailure(String message) {
        this(message, 1);
    }

    /// @param exitCode what scripts are told
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
