package io.livekube.hub.http;

import io.livekube.hub.auth.ReaderAccess;
import io.livekube.hub.review.ReviewKind;
import io.livekube.protocol.BatchDecoder;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

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
    private final BodyLimit batches;
    private final Room answering;
    private final Room waiting;

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
        this.budget = new BodyBudget(limits.bodies().buffered());
        this.batches = new BodyLimit("a batch", limits.bodies().bytes());
        this.answering =
                new Room(limits.requests().atOnce(), "The hub is answering %,d requests at once: try again later.");
        this.waiting = new Room(limits.requests().polls(), "%,d requests wait for tasks already: try again later.");
    }

    void accept(HttpServerRequest request) {
        connections.lease(request).ifPresent(lease -> {
            request.response().endHandler(end -> lease.answered(request));
            lease.waitingForBody(request);
        });
        Route route = Route.parse(Optional.ofNullable(request.path()).orElse("/"));
        try {
            if (request.uri().length() > limits.requests().lineBytes()) { // which HTTP/2 has no limit for
                throw limits.requests().lineTooLong();
            }
            switch (route) {
                case Route.Sync sync -> {
                    BatchDecoder decoder = endpoints.sync().admit(request, sync.cluster());
                    receive(
                            request,
                            route,
                            batches,
                            (exchange, body) -> endpoints.sync().take(exchange, sync.cluster(), decoder, body));
                }
                case Route.Tasks tasks -> {
                    endpoints.tasks().admitPoll(request, tasks);
                    start(request, route, waiting, exchange -> endpoints.tasks().poll(exchange, tasks));
                }
                case Route.OneTask task -> {
                    TaskEndpoint.Form form = endpoints.tasks().admitResult(request, task);
                    receive(
                            request,
                            route,
                            endpoints.tasks().limit(form),
                            (exchange, body) -> endpoints.tasks().finish(exchange, task, form, body));
                }
                case Route.ClusterSync sync -> {
                    authorize(request);
                    endpoints.control().admit(request, sync);
                    receive(
                            request,
                            route,
                            ControlEndpoint.SETTINGS,
                            (exchange, body) -> endpoints.control().set(exchange, sync, body));
                }
                case Route.Kubernetes path -> {
                    authorize(request);
                    Optional<ReviewKind> review =
                            request.method().equals(HttpMethod.POST) ? ReviewKind.at(path.path()) : Optional.empty();
                    if (review.isPresent()) {
                        receive(
                                request,
                                route,
                                ReviewAnswers.LIMIT,
                                (exchange, body) -> endpoints.kubernetes().review(exchange, path, review.get(), body));
                    } else if (!endpoints.quick().answers(Exchange.onEventLoop(request, readers), path)) {
                        start(request, route, answering, exchange -> endpoints.answer(exchange, route));
                    }
                }
                case Route.Malformed _ -> throw HttpProblem.of(400, "The path has a '%' that begins no escape.");
                case Route.Unknown _ -> throw HttpProblem.of(404, "The hub has nothing at this path.");
                case Route.Health _, Route.Ready _, Route.Version _, Route.Dashboard _ ->
                    start(request, route, answering, exchange -> endpoints.answer(exchange, route));
                case Route.Clusters _,
                        Route.OneCluster _,
                        Route.ClusterDetail _,
                        Route.Rows _,
                        Route.Related _,
                        Route.Stream _,
                        Route.Search _,
                        Route.Metrics _ -> {
                    authorize(request);
                    start(request, route, answering, exchange -> endpoints.answer(exchange, route));
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

    private void receive(HttpServerRequest request, Route route, BodyLimit limit, WorkOnBody work) {
        BodyReader.read(request, limit, budget, new BodyReader.Outcome() {
            @Override
            public void whole(byte[] body, BodyBudget.Share share) {
                try {
                    start(request, route, answering, exchange -> {
                        try (share) {
                            work.on(exchange, body);
                        }
                    });
                } catch (HttpProblem problem) {
                    share.close();
                    refused(problem);
                }
            }

            @Override
            public void refused(HttpProblem problem) {
                refusals.refuse(request, problem, route.errors());
            }
        });
    }

    /// What a thread of its own does for a request.
    private interface Work {
        void on(Exchange exchange) throws InterruptedException;
    }

    /// The same with a body.
    private interface WorkOnBody {
        void on(Exchange exchange, byte[] body) throws InterruptedException;
    }

    /// How many may be at it at once.
    private record Room(Semaphore places, String full) {
        Room(int places, String full) {
            this(new Semaphore(places), full.formatted(places));
        }
    }

    private void start(HttpServerRequest request, Route route, Room room, Work work) {
        if (!room.places().tryAcquire()) {
            throw HttpProblem.later(429, WHEN_BUSY, room.full());
        }
        connections.lease(request).ifPresent(lease -> lease.answering(request));
        Exchange exchange = new Exchange(request, readers, limits.requests().write());
        try {
            threads.execute(() -> {
                try {
                    run(exchange, route, work);
                } finally {
                    room.places().release();
                }
            });
        } catch (RejectedExecutionException e) {
            room.places().release();
            throw HttpProblem.later(503, WHEN_BUSY, "The hub is being stopped.");
        }
    }

    private static void run(Exchange exchange, Route route, Work work) {
        try (var _ = MDC.putCloseable("cluster", route.about())) {
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
