package io.livekube.hub.kubeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.transport.ErrorFormat;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.transport.ResponseHead;

/// Writes errors as the `Status` object that Kubernetes clients expect.
public final class KubernetesStatus {
    public static final ErrorFormat ERRORS = KubernetesStatus::body;

    private KubernetesStatus() {}

    private static byte[] body(HttpProblem problem) {
        StatusDetails more = problem instanceof StatusProblem detailed ? detailed.details() : StatusDetails.NONE;
        ObjectNode status = JsonDocuments.object().put("kind", "Status").put("apiVersion", "v1");
        put(status.putObject("metadata"), "continue", more.continueToken());
        status.put("status", "Failure");
        status.put("message", problem.sentence());
        status.put("reason", reason(problem.status()));
        ObjectNode details = details(more);
        problem.retryAfter()
                .ifPresent(after -> details.put("retryAfterSeconds", Integer.parseInt(ResponseHead.seconds(after))));
        if (!details.isEmpty()) {
            status.set("details", details);
        }
        return JsonDocuments.bytes(status.put("code", problem.status()));
    }

    private static ObjectNode details(StatusDetails more) {
        ObjectNode details = JsonDocuments.object();
        put(details, "name", more.name());
        put(details, "group", more.group());
        put(details, "kind", more.kind());
        for (StatusDetails.Cause cause : more.causes()) {
            ObjectNode one = details.withArray("causes").addObject();
            one.put("reason", cause.reason()).put("message", cause.message());
            put(one, "field", cause.field());
        }
        return details;
    }

    private static void put(ObjectNode node, String field, String text) {
        if (!text.isEmpty()) {
            node.put(field, text);
        }
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
