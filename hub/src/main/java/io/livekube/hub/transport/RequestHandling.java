package io.livekube.hub.transport;

/// How an admitted request is handled.
public sealed interface RequestHandling {
    /// Already answered on the event loop.
    record Answered() implements RequestHandling {}

    /// Answered on its own thread.
    record Answer(Work work) implements RequestHandling {}

    /// Waits for an event; limited separately.
    record LongPoll(Work work) implements RequestHandling {}

    /// Answered once the body has been read.
    record WithBody(BodyLimit limit, BodyWork work) implements RequestHandling {}

    /// Answers a request on its own thread.
    interface Work {
        void run(HttpExchange exchange) throws InterruptedException;
    }

    /// Answers a request that has a body.
    interface BodyWork {
        void run(HttpExchange exchange, byte[] body) throws InterruptedException;
    }
}
