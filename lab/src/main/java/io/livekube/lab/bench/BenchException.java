package io.livekube.lab.bench;

/// Failure of a run, with the reason; the process exits with code 1.
public class BenchException extends RuntimeException {
    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
