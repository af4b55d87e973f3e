package io.livekube.hub.transport;

import java.util.function.Consumer;

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

    /// Taken over by a receiver once the body has been read.
    record HandOver(BodyLimit limit, Receiver receiver) implements RequestHandling {}

    /// Answers a request.
    interface Work {
        void run(HttpExchange exchange) throws InterruptedException;
    }

    /// Answers a request that has a body.
    interface BodyWork {
        void run(HttpExchange exchange, byte[] body) throws InterruptedException;
    }

    /// Takes over requests that have a body, to answer them on threads of its own.
    interface Receiver {
        /// Called on the event loop, so it must not block. Writes to the exchange do not wait for the socket.
        ///
        /// @param responder runs the work that answers the request; called once, by any thread
        /// @throws HttpProblem if the request is rejected; the responder is then not called
        void receive(HttpExchange exchange, byte[] body, Consumer<Work> responder);
    }
}
