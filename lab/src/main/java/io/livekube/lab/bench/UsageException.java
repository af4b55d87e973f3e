package io.livekube.lab.bench;

/// Usage error; the process exits with code 2.
public final class UsageException extends RuntimeException {
    public UsageException(String message) {
        super(message);
    }

    public UsageException(String message, Throwable cause) {
        super(message, cause);
    }
}
