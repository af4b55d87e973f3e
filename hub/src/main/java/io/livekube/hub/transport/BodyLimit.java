package io.livekube.hub.transport;

/// What one body may have at most.
///
/// @param what is sent, for the sentence that refuses it: "a batch"
public record BodyLimit(String what, long bytes) {
    public HttpProblem exceeded() {
        return HttpProblem.of(413, "The body is too large: %s has at most %,d bytes.".formatted(what, bytes));
    }
}
