package io.livekube.hub.transport;

/// How an accepted request is served.
public sealed interface RequestHandling {
    /// Was answered on the event loop already.
    record Answered() implements RequestHandling {}

    /// Is answered on a thread of its own.
    record Answer(Work work) implements RequestHandling {}

    /// Waits for something to happen; limited separately.
    record LongPoll(Work work) implements RequestHandling {}

    /// Is answered once its body has been read.
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
