package io.livekube.hub.http;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// How a path tells what is wrong.
enum ErrorShape {
    /// `{"error": "one sentence", "status": 400}`.
    PLAIN {
        @Override
        ObjectNode document(HttpProblem problem) {
            ObjectNode error =
                    Documents.object().put("error", problem.sentence()).put("status", problem.status());
            problem.retryAfter().ifPresent(after -> error.put("retryAfterMs", after.toMillis()));
            return error;
        }
    },
    /// The `Status` object that Kubernetes clients read.
    KUBERNETES {
        @Override
        ObjectNode document(HttpProblem problem) {
            ObjectNode status = Documents.object().put("kind", "Status").put("apiVersion", "v1");
            status.putObject("metadata");
            status.put("status", "Failure");
            status.put("message", problem.sentence());
            status.put("reason", reason(problem.status()));
            problem.retryAfter()
                    .ifPresent(after -> status.putObject("details")
                            .put("retryAfterSeconds", Integer.parseInt(Answers.seconds(after))));
            return status.put("code", problem.status());
        }
    };

    abstract ObjectNode document(HttpProblem problem);

    byte[] body(HttpProblem problem) {
        return Documents.bytes(document(problem));
    }

    private static String reason(int status) {
        return switch (status) {
            case 400 -> "BadRequest";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 410 -> "Expired";
            case 413 -> "RequestEntityTooLarge";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> status < 500 ? "BadRequest" : "InternalError";
        };
    }
}
