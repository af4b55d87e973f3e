package io.livekube.hub.transport;

/// How a request is served whose head was accepted.
public sealed interface Admitted {
    /// It was answered on the event loop.
    record Answered() implements Admitted {}

    /// A thread of its own answers it.
    record Answer(Work work) implements Admitted {}

    /// Waits for something to happen; limited separately.
    record LongPoll(Work work) implements Admitted {}

    /// The body is read first.
    record WithBody(BodyLimit limit, BodyWork work) implements Admitted {}

    /// Answers a request on a thread of its own.
    interface Work {
        void run(Exchange exchange) throws InterruptedException;
    }

    /// Answers a request that has a body.
    interface BodyWork {
        void run(Exchange exchange, byte[] body) throws InterruptedException;
    }
}
