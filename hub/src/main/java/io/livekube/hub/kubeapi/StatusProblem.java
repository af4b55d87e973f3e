package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpProblem;

/// An error with details for Kubernetes clients.
final class StatusProblem extends HttpProblem {
    private static final long serialVersionUID = 1L;

    private final transient StatusDetails details;

    StatusProblem(HttpProblem problem, StatusDetails details) {
        super(problem);
        this.details = details;
    }

    /// Details of the `Status`.
    StatusDetails details() {
        return details;
    }
}
