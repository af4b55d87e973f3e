package io.livekube.hub.control;

/// A task failed: the agent is not connected, did not answer in time, or could not complete it.
public final class TaskFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /// @param status HTTP status for the reader: 503 if the agent is not connected, 504 if it took too long,
    /// otherwise the API server's status
    public TaskFailedException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }

    /// Why it failed, as a clause for error messages.
    public String reason() {
        return String.valueOf(getMessage());
    }
}
