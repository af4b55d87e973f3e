package io.livekube.hub.control;

/// A task was not done: the agent is gone, did not answer in time, or could not do it.
public final class TaskFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    /// @param status what to tell a reader: 503 if nobody is there to ask, 504 if it took too long, else
    /// what the API server said
    public TaskFailedException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }

    /// The sentence that tells why.
    public String reason() {
        return String.valueOf(getMessage());
    }
}
