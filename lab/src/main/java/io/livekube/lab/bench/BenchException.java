package io.livekube.lab.bench;

/// A run that can give no figures, and why; the process ends with exit code 1.
public class BenchException extends RuntimeException {
    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
