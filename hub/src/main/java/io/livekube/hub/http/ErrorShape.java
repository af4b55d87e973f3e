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
            StatusDetails more = problem.details();
            ObjectNode status = Documents.object().put("kind", "Status").put("apiVersion", "v1");
            ObjectNode metadata = status.putObject("metadata");
            if (!more.continueToken().isEmpty()) {
                metadata.put("continue", more.continueToken());
            }
            status.put("status", "Failure");
            status.put("message", problem.sentence());
            status.put("reason", reason(problem.status()));
            ObjectNode details = details(more);
            problem.retryAfter()
                    .ifPresent(after -> details.put("retryAfterSeconds", Integer.parseInt(Answers.seconds(after))));
            if (!details.isEmpty()) {
                status.set("details", details);
            }
            return status.put("code", problem.status());
        }
    };

    private static ObjectNode details(StatusDetails more) {
        ObjectNode details = Documents.object();
        if (!more.name().isEmpty()) {
            details.put("name", more.name());
        }
        if (!more.group().isEmpty()) {
            details.put("group", more.group());
        }
        if (!more.kind().isEmpty()) {
            details.put("kind", more.kind());
        }
        for (StatusDetails.Cause cause : more.causes()) {
            ObjectNode one = details.withArray("causes").addObject();
            one.put("reason", cause.reason()).put("message", cause.message());
            if (!cause.field().isEmpty()) {
                one.put("field", cause.field());
            }
        }
        return details;
    }

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
            case 406 -> "NotAcceptable";
            case 410 -> "Expired";
            case 413 -> "RequestEntityTooLarge";
            case 422 -> "Invalid";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> status < 500 ? "BadRequest" : "InternalError";
        };
    }
}
