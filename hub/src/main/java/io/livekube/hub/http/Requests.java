package io.livekube.hub.http;

import io.livekube.hub.auth.ReaderAccess;
import io.livekube.protocol.BatchDecoder;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes requests off the event loop: what can be refused by the head is, the rest gets a virtual thread.
final class Requests {
    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);
    private static final Duration WHEN_BUSY = Duration.ofSeconds(1);

    private final HttpLimits limits;
    private final Endpoints endpoints;
    private final ReaderAccess readers;
    private final ExecutorService threads;
    private final Connections connections;
    private final Refusals refusals;
    private final BodyBudget budget;
    private final Semaphore room;

    Requests(
            HttpLimits limits,
            Endpoints endpoints,
            ReaderAccess readers,
            ExecutorService threads,
            Connections connections,
            Refusals refusals) {
        this.limits = limits;
        this.endpoints = endpoints;
        this.readers = readers;
        this.threads = threads;
        this.connections = connections;
        this.refusals = refusals;
        this.budget = new BodyBudget(limits.bufferedBytes());
        this.room = new Semaphore(limits.requests());
    }

    void accept(HttpServerRequest request) {
        request.response().endHandler(end -> connections.waitingForHead(request.connection()));
        connections.waitingForBody(request.connection());
        Route route = Route.parse(Optional.ofNullable(request.path()).orElse("/"));
        try {
            switch (route) {
                case Route.Sync sync -> receive(request, sync, endpoints.sync().admit(request, sync.cluster()));
                case Route.Malformed _ -> throw HttpProblem.of(400, "The path has a '%' that begins no escape.");
                case Route.Unknown _ -> throw HttpProblem.of(404, "The hub has nothing at this path.");
                case Route.Health _, Route.Ready _, Route.Version _ ->
                    start(request, route, exchange -> endpoints.answer(exchange, route));
                case Route.Clusters _, Route.OneCluster _, Route.Kubernetes _ -> {
                    authorize(request);
                    start(request, route, exchange -> endpoints.answer(exchange, route));
                }
            }
        } catch (HttpProblem problem) {
            refusals.refuse(request, problem, route.errors());
        }
    }

    private void authorize(HttpServerRequest request) {
        switch (readers.check(Bearer.of(request))) {
            case GRANTED -> {}
            case MISSING ->
                throw HttpProblem.of(401, "There is no token: send 'Authorization: Bearer …' with a reader's token.");
            case UNKNOWN -> throw HttpProblem.of(401, "The hub does not know this token.");
            case AGENT ->
                throw HttpProblem.of(403, "This is an agent's token: it writes its cluster and reads nothing.");
        }
    }

    private void receive(HttpServerRequest request, Route.Sync sync, BatchDecoder decoder) {
        BodyReader.read(request, limits, budget, new BodyReader.Outcome() {
            @Override
            public void whole(byte[] body, BodyBudget.Share share) {
                try {
                    start(request, sync, exchange -> {
                        try (share) {
                            endpoints.sync().take(exchange, sync.cluster(), decoder, body);
                        }
                    });
                } catch (HttpProblem problem) {
                    share.close();
                    refused(problem);
                }
            }

            @Override
            public void refused(HttpProblem problem) {
                refusals.refuse(request, problem, sync.errors());
            }
        });
    }

    /// What a thread of its own does for a request.
    private interface Work {
        void on(Exchange exchange) throws InterruptedException;
    }

    private void start(HttpServerRequest request, Route route, Work work) {
        if (!room.tryAcquire()) {
            throw HttpProblem.later(
                    429,
                    WHEN_BUSY,
                    "The hub is answering %,d requests at once: try again later.".formatted(limits.requests()));
        }
        connections.answering(request.connection());
        Exchange exchange = new Exchange(request, limits.write());
        try {
            threads.execute(() -> {
                try {
                    run(exchange, route, work);
                } finally {
                    room.release();
                }
            });
        } catch (RejectedExecutionException e) {
            room.release();
            throw HttpProblem.later(503, WHEN_BUSY, "The hub is being stopped.");
        }
    }

    private static void run(Exchange exchange, Route route, Work work) {
        try {
            work.on(exchange);
        } catch (HttpProblem problem) {
            tell(exchange, problem, route);
        } catch (Exchange.ClientGoneException e) {
            exchange.abort();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.abort();
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed; this is a defect of the hub", route, e);
            tell(exchange, HttpProblem.of(500, "The hub failed on this request; its log tells why."), route);
        }
    }

    private static void tell(Exchange exchange, HttpProblem problem, Route route) {
        if (exchange.begun()) {
            exchange.abort();
            return;
        }
        try {
            exchange.send(problem, route.errors());
        } catch (Exchange.ClientGoneException e) {
            exchange.abort();
        }
    }
}
