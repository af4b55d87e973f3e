package io.livekube.hub.control;

/// A task failed: the agent is gone, did not answer in time, or could not do it.
public final class TaskFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /// @param status HTTP status for the reader: 503 if the agent is gone, 504 if it took too long, otherwise
    /// that of the API server
    public TaskFailedException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }

    /// Why, as a sentence.
    public String reason() {
        return String.valueOf(getMessage());
    }
}
