package io.livekube.hub.transport;

/// Size limit on a body.
///
/// @param what description of the body for the error message, for example "a batch"
public record BodyLimit(String what, long bytes) {
    public HttpProblem exceeded() {
        return HttpProblem.of(413, "Request body too large: %s may have at most %,d bytes.".formatted(what, bytes));
    }
}
