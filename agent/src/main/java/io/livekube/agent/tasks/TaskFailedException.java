package io.livekube.agent.tasks;

import io.livekube.core.kube.RequestFailedException;
import io.livekube.core.watch.Failure;
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

    private static int status(Failure failure) {
        return switch (failure) {
            case Failure.Forbidden _ -> 403;
            case Failure.NotServed _ -> 404;
            case Failure.TimedOut _, Failure.Expired _, Failure.TooLarge _ -> 504;
            case Failure.Throttled _ -> 503;
            case Failure.Transient _, Failure.Unauthorized _, Failure.NoCredentials _, Failure.Rejected _ -> 502;
            case Failure.Defect _ -> 500;
        };
    }

    private static String sentence(Failure failure) {
        String said = failure.message();
        return switch (failure) {
            case Failure.Forbidden _ -> "the API server does not allow it: " + said;
            case Failure.NotServed _ -> "the API server has none: " + said;
            case Failure.TimedOut _ -> "the API server took too long: " + said;
            case Failure.Expired _ -> "reading took so long that the API server forgot the version: " + said;
            case Failure.TooLarge _ -> "the API server is behind: " + said;
            case Failure.Throttled _ -> "the API server is too busy: " + said;
            case Failure.Transient _ -> "the API server can't be asked: " + said;
            case Failure.Unauthorized _ -> "the API server does not accept the agent's credentials: " + said;
            case Failure.NoCredentials _ -> "the agent can't ask the API server: " + said;
            case Failure.Rejected _ -> "the API server does not understand the question: " + said;
            case Failure.Defect _ -> "the agent has a defect: " + said;
        };
    }
}
