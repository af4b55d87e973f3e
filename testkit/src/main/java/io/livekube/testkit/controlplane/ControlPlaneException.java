package io.livekube.testkit.controlplane;

import org.jspecify.annotations.Nullable;

/// A failure of the control plane or one of its programs.
public final class ControlPlaneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ControlPlaneException(String message) {
        super(message);
    }

    ControlPlaneException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
