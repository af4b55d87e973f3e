package io.livekube.hub.transport;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;

/// Reads a body on the event loop and rejects it as soon as it exceeds a limit.
final class BodyReader {
    /// Receives the result. Exactly one method is called, or none if the sender disconnects.
    interface Outcome {
        /// Called when the complete body has arrived.
        ///
        /// @param share memory reserved for the body; to be closed when the body is no longer needed
        void whole(byte[] body, BodyBudget.Share share);

        void refused(HttpProblem problem);
    }

    private static final Duration WHEN_FULL = Duration.ofSeconds(2);

    private final HttpServerRequest request;
    private final BodyLimit limit;
    private final BodyBudget.Share share;
    private final Outcome outcome;
    private final Buffer gathered = Buffer.buffer();
    private boolean over;

    private BodyReader(HttpServerRequest request, BodyLimit limit, BodyBudget.Share share, Outcome outcome) {
        this.request = request;
        this.limit = limit;
        this.share = share;
        this.outcome = outcome;
    }

    static void read(HttpServerRequest request, BodyLimit limit, BodyBudget budget, Outcome outcome) {
        if (announced(request) > limit.bytes()) {
            outcome.refused(limit.exceeded());
            return;
        }
        new BodyReader(request, limit, budget.share(), outcome).begin();
    }

    private void begin() {
        request.handler(this::chunk);
        request.endHandler(end -> {
            if (!over) {
                over = true;
                outcome.whole(gathered.getBytes(), share);
            }
        });
        request.exceptionHandler(gone -> {
            over = true;
            share.close();
        });
        if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
            request.response().writeContinue();
        }
    }

    private void chunk(Buffer chunk) {
        if (over) {
            return;
        }
        if (gathered.length() + (long) chunk.length() > limit.bytes()) {
            refuse(limit.exceeded());
        } else if (!share.take(chunk.length())) {
            refuse(HttpProblem.later(429, WHEN_FULL, "The hub's memory for request bodies is exhausted. Retry later."));
        } else {
            gathered.appendBuffer(chunk);
        }
    }

    private void refuse(HttpProblem problem) {
        over = true;
        share.close();
        outcome.refused(problem);
    }

    /// Length announced in the headers; 0 if there is none.
    private static long announced(HttpServerRequest request) {
        try {
            return Optional.ofNullable(request.getHeader("Content-Length"))
                    .map(length -> Long.parseLong(length.strip()))
                    .orElse(0L);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
