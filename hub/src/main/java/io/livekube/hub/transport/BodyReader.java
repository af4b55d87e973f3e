package io.livekube.hub.transport;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;

/// Gathers one body on the event loop, and refuses it as soon as it is known to be too much.
final class BodyReader {
    /// What becomes of a body; exactly one of them is called, or none if the sender goes away.
    interface Outcome {
        /// All of it is here.
        ///
        /// @param share what was set aside for it; to be closed when the body is not needed any more
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
            refuse(HttpProblem.later(
                    429, WHEN_FULL, "The hub holds as much as it has memory for: send this again later."));
        } else {
            gathered.appendBuffer(chunk);
        }
    }

    private void refuse(HttpProblem problem) {
        over = true;
        share.close();
        outcome.refused(problem);
    }

    /// The length that the head tells; 0 if it tells none.
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
