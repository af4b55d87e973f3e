package io.livekube.hub.transport;

/// Size limit of one body.
///
/// @param what the body is, for the error message: "a batch"
public record BodyLimit(String what, long bytes) {
    public HttpProblem exceeded() {
        return HttpProblem.of(413, "Request body too large: %s may have at most %,d bytes.".formatted(what, bytes));
    }
}
