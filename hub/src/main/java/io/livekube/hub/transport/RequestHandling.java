package io.livekube.hub.transport;

/// How a request is served whose head was accepted.
public sealed interface RequestHandling {
    /// It was answered on the event loop.
    record Answered() implements RequestHandling {}

    /// A thread of its own answers it.
    record Answer(Work work) implements RequestHandling {}

    /// Waits for something to happen; limited separately.
    record LongPoll(Work work) implements RequestHandling {}

    /// The body is read first.
    record WithBody(BodyLimit limit, BodyWork work) implements RequestHandling {}

    /// Answers a request on a thread of its own.
    interface Work {
        void run(HttpExchange exchange) throws InterruptedException;
    }

    /// Answers a request that has a body.
    interface BodyWork {
        void run(HttpExchange exchange, byte[] body) throws InterruptedException;
    }
}
