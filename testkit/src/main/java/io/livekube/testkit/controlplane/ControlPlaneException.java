package io.livekube.testkit.controlplane;

import org.jspecify.annotations.Nullable;

/// The control plane, or one of its programs, cannot be had or does not do what it was asked to.
public final class ControlPlaneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ControlPlaneException(String message) {
        super(message);
    }

    ControlPlaneException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
