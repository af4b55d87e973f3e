package io.livekube.hub.transport;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// Format of error responses.
public interface ErrorFormat {
    /// Plain JSON: `{"error": "one sentence", "status": 400}`.
    ErrorFormat PLAIN = problem -> {
        ObjectNode error =
                JsonDocuments.object().put("error", problem.sentence()).put("status", problem.status());
        problem.retryAfter().ifPresent(after -> error.put("retryAfterMs", after.toMillis()));
        return JsonDocuments.bytes(error);
    };

    /// Body of the error response, a JSON document.
    byte[] body(HttpProblem problem);
}
