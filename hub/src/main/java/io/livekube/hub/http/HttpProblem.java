package io.livekube.hub.http;

import io.livekube.hub.read.ReadFailedException;
import java.time.Duration;
import java.util.Optional;

/// A request that can't be answered as it wishes: the status, and one sentence for whoever sent it.
final class HttpProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Optional<Duration> retryAfter;
    private final transient Optional<String> allow;
    private final transient StatusDetails details;

    private HttpProblem(
            int status, String sentence, Optional<Duration> retryAfter, Optional<String> allow, StatusDetails details) {
        super(sentence, null, false, false);
        this.status = status;
        this.retryAfter = retryAfter;
        this.allow = allow;
        this.details = details;
    }

    static HttpProblem of(int status, String sentence) {
        return new HttpProblem(status, sentence, Optional.empty(), Optional.empty(), StatusDetails.NONE);
    }

    /// Not now: again after a while.
    static HttpProblem later(int status, Duration after, String sentence) {
        return new HttpProblem(status, sentence, Optional.of(after), Optional.empty(), StatusDetails.NONE);
    }

    static HttpProblem of(ReadFailedException failure) {
        return new HttpProblem(
                failure.status(), failure.sentence(), failure.retryAfter(), Optional.empty(), StatusDetails.NONE);
    }

    static HttpProblem noCluster(String id) {
        return of(404, "There is no cluster %s here; GET /api/v1/clusters tells which there are.".formatted(id));
    }

    static HttpProblem methodNotAllowed(String allow, String sentence) {
        return new HttpProblem(405, sentence, Optional.empty(), Optional.of(allow), StatusDetails.NONE);
    }

    /// The same with more for Kubernetes clients.
    HttpProblem with(StatusDetails more) {
        return new HttpProblem(status, sentence(), retryAfter, allow, more);
    }

    int status() {
        return status;
    }

    String sentence() {
        return String.valueOf(getMessage());
    }

    Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /// The methods that the path knows, if it was a wrong one.
    Optional<String> allow() {
        return allow;
    }

    /// What a `Status` says beside the sentence.
    StatusDetails details() {
        return details;
    }
}
