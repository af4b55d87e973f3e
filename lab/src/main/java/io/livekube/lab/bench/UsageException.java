package io.livekube.lab.bench;

/// The command line asks for something that does not exist; the process ends with exit code 2.
public final class UsageException extends RuntimeException {
    public UsageException(String message) {
        super(message);
    }

    public UsageException(String message, Throwable cause) {
        super(message, cause);
    }
}
