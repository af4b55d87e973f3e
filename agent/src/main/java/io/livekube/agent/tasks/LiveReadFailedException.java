package io.livekube.agent.tasks;

import io.livekube.core.RequestFailure;
import io.livekube.core.http.RequestFailedException;
import io.livekube.protocol.TaskResult;

/// A live read failed; carries the result to report to the hub.
final class LiveReadFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    LiveReadFailedException(int status, String reason) {
        super(reason);
        this.status = status;
    }

    /// A request to the API server failed.
    LiveReadFailedException(String what, RequestFailedException cause) {
        super("%s: %s".formatted(what, sentence(cause.failure())), cause);
        this.status = status(cause.failure());
    }

    TaskResult.Failed result() {
        return new TaskResult.Failed(status, String.valueOf(getMessage()));
    }

    private static int status(RequestFailure failure) {
        return switch (failure) {
            case RequestFailure.Forbidden _ -> 403;
            case RequestFailure.NotServed _ -> 404;
            case RequestFailure.TimedOut _, RequestFailure.Expired _, RequestFailure.TooLarge _ -> 504;
            case RequestFailure.Throttled _ -> 503;
            case RequestFailure.Transient _,
                    RequestFailure.Unauthorized _,
                    RequestFailure.NoCredentials _,
                    RequestFailure.Rejected _ -> 502;
            case RequestFailure.Defect _ -> 500;
        };
    }

    private static String sentence(RequestFailure failure) {
        String said = failure.message();
        return switch (failure) {
            case RequestFailure.Forbidden _ -> "the API server forbids it: " + said;
            case RequestFailure.NotServed _ -> "the API server has no such object or kind: " + said;
            case RequestFailure.TimedOut _ -> "the API server took too long: " + said;
            case RequestFailure.Expired _ -> "the list took longer than the API server keeps its version: " + said;
            case RequestFailure.TooLarge _ -> "the API server is behind: " + said;
            case RequestFailure.Throttled _ -> "the API server is throttling requests: " + said;
            case RequestFailure.Transient _ -> "the API server can't be reached: " + said;
            case RequestFailure.Unauthorized _ -> "the API server does not accept the agent's credentials: " + said;
            case RequestFailure.NoCredentials _ -> "the agent has no credentials for the API server: " + said;
            case RequestFailure.Rejected _ -> "the API server rejects the request: " + said;
            case RequestFailure.Defect _ -> "the agent failed because of a bug: " + said;
        };
    }
}
