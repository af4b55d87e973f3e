package io.livekube.hub.transport;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.ContextInternal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/// Dispatches requests from the event loop: checks the headers against the route, reads the body if there is
/// one, and answers on a virtual thread, unless a receiver takes over the request.
final class RequestRouter {
    private static final Logger LOG = LoggerFactory.getLogger(RequestRouter.class);
    private static final Duration WHEN_BUSY = Duration.ofSeconds(1);

    private final HttpLimits limits;
    private final Route.Router router;
    private final ExecutorService threads;
    private final OpenConnections connections;
    private final EarlyRejection refusals;
    private final BodyBudget budget;
    private final ServingLimit answering;
    private final ServingLimit waiting;

    RequestRouter(
            HttpLimits limits,
            Route.Router router,
            ExecutorService threads,
            OpenConnections connections,
            EarlyRejection refusals) {
        this.limits = limits;
        this.router = router;
        this.threads = threads;
        this.connections = connections;
        this.refusals = refusals;
        this.budget = new BodyBudget(limits.bodies().buffered());
        this.answering = new ServingLimit(
                limits.requests().atOnce(), "The hub is serving %,d requests, which is the limit. Retry later.");
        this.waiting = new ServingLimit(
                limits.requests().polls(), "%,d agents are polling for tasks, which is the limit. Retry later.");
    }

    void accept(HttpServerRequest request) {
        connections.timeout(request).ifPresent(timeout -> {
            ContextInternal connection = ContextInternal.current();
            request.response().endHandler(end -> connection.execute(() -> timeout.answered(request)));
            timeout.waitingForBody(request);
        });
        Route route = route(Optional.ofNullable(request.path()).orElse("/"));
        try {
            if (request.uri().length() > limits.requests().lineBytes()) { // HTTP/2 has no such limit
                throw limits.requests().lineTooLong();
            }
            switch (route.admission().admit(HttpExchange.withoutWaiting(request))) {
                case RequestHandling.Answered _ -> {}
                case RequestHandling.Answer(RequestHandling.Work work) ->
                    start(route, answering, request, waitingExchange(request), onVirtualThread(work));
                case RequestHandling.LongPoll(RequestHandling.Work work) ->
                    start(route, waiting, request, waitingExchange(request), onVirtualThread(work));
                case RequestHandling.WithBody(BodyLimit limit, RequestHandling.BodyWork work) ->
                    receive(
                            route,
                            limit,
                            request,
                            this::waitingExchange,
                            (_, body, responder) -> onVirtualThread(exchange -> work.run(exchange, body))
                                    .accept(responder));
                case RequestHandling.HandOver(BodyLimit limit, RequestHandling.Receiver receiver) ->
                    receive(route, limit, request, HttpExchange::withoutWaiting, guarded(receiver));
            }
        } catch (HttpProblem problem) {
            refusals.refuse(request, problem, route.errors());
        }
    }

    private Route route(String path) {
        try {
            return router.find(parts(path));
        } catch (IllegalArgumentException e) {
            return Route.rejecting(HttpProblem.of(400, "Invalid percent-encoding in the path."));
        }
    }

    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        int from = Math.min(1, path.length());
        for (int slash = path.indexOf('/', from); slash >= 0; slash = path.indexOf('/', from)) {
            parts.add(decode(path.substring(from, slash)));
            from = slash + 1;
        }
        parts.add(decode(path.substring(from)));
        return parts;
    }

    private static String decode(String part) {
        return part.indexOf('%') < 0 ? part : URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private HttpExchange waitingExchange(HttpServerRequest request) {
        return new HttpExchange(request, limits.requests().write());
    }

    private Consumer<Consumer<RequestHandling.Work>> onVirtualThread(RequestHandling.Work work) {
        return responder -> threads.execute(() -> responder.accept(work));
    }

    /// Answers a request that its receiver does not take. Since writes to its exchange do not wait, a client that
    /// sends requests and reads no responses is disconnected.
    private static RequestHandling.Receiver guarded(RequestHandling.Receiver receiver) {
        return (exchange, body, responder) -> {
            if (exchange.congested()) {
                responder.accept(HttpExchange::abort);
                return;
            }
            try {
                receiver.receive(exchange, body, responder);
            } catch (RuntimeException e) {
                responder.accept(_ -> {
                    throw e;
                });
            }
        };
    }

    private void receive(
            Route route,
            BodyLimit limit,
            HttpServerRequest request,
            Function<HttpServerRequest, HttpExchange> exchanges,
            RequestHandling.Receiver receiver) {
        BodyReader.read(request, limit, budget, new BodyReader.Outcome() {
            @Override
            public void whole(byte[] body, BodyBudget.Share share) {
                HttpExchange exchange = exchanges.apply(request);
                try {
                    start(
                            route,
                            answering,
                            request,
                            exchange,
                            responder -> receiver.receive(
                                    exchange,
                                    body,
                                    work -> responder.accept(to -> {
                                        try (share) {
                                            work.run(to);
                                        }
                                    })));
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

    /// Limits the number of requests served at once.
    private record ServingLimit(Semaphore places, String full) {
        ServingLimit(int places, String full) {
            this(new Semaphore(places), full.formatted(places));
        }
    }

    /// @param begin has the work run, at once or later, that answers the request
    private void start(
            Route route,
            ServingLimit limit,
            HttpServerRequest request,
            HttpExchange exchange,
            Consumer<Consumer<RequestHandling.Work>> begin) {
        if (!limit.places().tryAcquire()) {
            throw HttpProblem.later(429, WHEN_BUSY, limit.full());
        }
        connections.timeout(request).ifPresent(timeout -> timeout.answering(request));
        try {
            begin.accept(work -> {
                try {
                    run(exchange, route, work);
                } finally {
                    limit.places().release();
                }
            });
        } catch (RejectedExecutionException e) {
            limit.places().release();
            throw HttpProblem.later(503, WHEN_BUSY, "The hub is shutting down.");
        }
    }

    private static void run(HttpExchange exchange, Route route, RequestHandling.Work work) {
        try (var _ = MDC.putCloseable("cluster", route.cluster())) {
            work.run(exchange);
        } catch (HttpProblem problem) {
            reject(exchange, problem, route);
        } catch (HttpExchange.ClientGoneException e) {
            exchange.abort();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.abort();
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed because of a bug in the hub", exchange, e);
            reject(exchange, HttpProblem.of(500, "Internal error; see the hub's log."), route);
        }
    }

    private static void reject(HttpExchange exchange, HttpProblem problem, Route route) {
        if (exchange.begun()) {
            exchange.abort();
            return;
        }
        try {
            exchange.send(problem, route.errors());
        } catch (HttpExchange.ClientGoneException e) {
            exchange.abort();
        }
    }
}
