package io.livekube.hub.transport;

import java.time.Duration;
import java.util.Optional;

/// Rejection of a request: a status and a sentence for the client.
public class HttpProblem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Optional<Duration> retryAfter;
    private final transient Optional<String> allow;

    private HttpProblem(int status, String sentence, Optional<Duration> retryAfter, Optional<String> allow) {
        super(sentence, null, false, false);
        this.status = status;
        this.retryAfter = retryAfter;
        this.allow = allow;
    }

    /// A copy, for subclasses that add details.
    protected HttpProblem(HttpProblem problem) {
        this(problem.status, problem.sentence(), problem.retryAfter, problem.allow);
    }

    public static HttpProblem of(int status, String sentence) {
        return of(status, Optional.empty(), sentence);
    }

    /// Rejects a request, optionally with a time after which to retry.
    ///
    /// @param retryAfter empty if retrying is pointless
    public static HttpProblem of(int status, Optional<Duration> retryAfter, String sentence) {
        return new HttpProblem(status, sentence, retryAfter, Optional.empty());
    }

    /// Rejects a request temporarily.
    public static HttpProblem later(int status, Duration after, String sentence) {
        return of(status, Optional.of(after), sentence);
    }

    public static HttpProblem noCluster(String id) {
        return of(404, "Cluster %s not found. GET /api/v1/clusters lists all clusters.".formatted(id));
    }

    public static HttpProblem methodNotAllowed(String allow, String sentence) {
        return new HttpProblem(405, sentence, Optional.empty(), Optional.of(allow));
    }

    public int status() {
        return status;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }

    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /// Methods that the path supports, if that is why the request was rejected.
    Optional<String> allow() {
        return allow;
    }
}
