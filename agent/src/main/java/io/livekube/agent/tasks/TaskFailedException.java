package io.livekube.agent.tasks;

import io.livekube.core.RequestFailure;
import io.livekube.core.http.RequestFailedException;
import io.livekube.protocol.TaskResult;

/// A task can't be done; says what to tell the hub.
final class TaskFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    TaskFailedException(int status, String reason) {
        super(reason);
        this.status = status;
    }

    /// What the API server refused, in the words of one who asked for it.
    TaskFailedException(String what, RequestFailedException cause) {
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
            case RequestFailure.Forbidden _ -> "the API server does not allow it: " + said;
            case RequestFailure.NotServed _ -> "the API server has none: " + said;
            case RequestFailure.TimedOut _ -> "the API server took too long: " + said;
            case RequestFailure.Expired _ -> "reading took so long that the API server forgot the version: " + said;
            case RequestFailure.TooLarge _ -> "the API server is behind: " + said;
            case RequestFailure.Throttled _ -> "the API server is too busy: " + said;
            case RequestFailure.Transient _ -> "the API server can't be asked: " + said;
            case RequestFailure.Unauthorized _ -> "the API server does not accept the agent's credentials: " + said;
            case RequestFailure.NoCredentials _ -> "the agent can't ask the API server: " + said;
            case RequestFailure.Rejected _ -> "the API server does not understand the question: " + said;
            case RequestFailure.Defect _ -> "the agent has a defect: " + said;
        };
    }
}
