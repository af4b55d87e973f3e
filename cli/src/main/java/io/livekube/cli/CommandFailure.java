package io.livekube.cli;

/// A command could not do what it was asked; the message tells the user what happened, to what, and what
/// to do.
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailure(String message) {
        super(message);
    }

    CommandFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
