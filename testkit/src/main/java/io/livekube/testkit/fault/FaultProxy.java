package io.livekube.testkit.fault;

import io.livekube.testkit.ApiEndpoint;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Fault-injecting HTTP/1.1 proxy on a random loopback port, scripted per request.
///
/// Requests without a rule are forwarded unchanged: bodies untouched, responses streamed, client connections
/// kept alive; each request has its own connection to the upstream. At most one rule applies to a request:
/// the first that claims it. All methods may be called from any thread while connections are live.
public final class FaultProxy implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);

    private final ProxyParts wiring;
    private final Listener listener;
    private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile boolean blackHole;
    private volatile boolean closed;

    private FaultProxy(ApiEndpoint upstream) {
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("fault-proxy-", 0).factory());
        this.wiring = new ProxyParts(
                upstream,
                upstream.sslContext(),
                new RuleBook(),
                new RequestLog(),
                new PageCounter(),
                new Gate(),
                ConcurrentHashMap.newKeySet(),
                threads,
                InstantSource.system(),
                new AtomicInteger());
        this.listener = new Listener(threads, this::accept);
    }

    /// Starts a proxy in front of an API server; it listens when this method returns.
    public static FaultProxy before(ApiEndpoint upstream) {
        var proxy = new FaultProxy(upstream);
        proxy.listener.start();
        return proxy;
    }

    /// The proxy's address for clients: plain HTTP, with the upstream's token.
    public ApiEndpoint endpoint() {
        return new ApiEndpoint(
                URI.create("http://127.0.0.1:" + listener.port()),
                wiring.upstream().token(),
                Optional.empty());
    }

    public RuleBuilder when(RequestMatcher matcher) {
        return new RuleBuilder(wiring.rules(), matcher);
    }

    public RequestLog requests() {
        return wiring.log();
    }

    /// The matching exchanges that are currently in flight.
    public LiveStreams live(RequestMatcher matcher) {
        return new LiveStreams(
                wiring.live().stream().filter(e -> matcher.matches(e.request())).toList());
    }

    /// Ends all exchanges and idle connections.
    public void cutAll() {
        connections.stream().filter(ClientConnection::idle).forEach(ClientConnection::close);
        live(RequestMatcher.any()).cut();
    }

    public void resetAll() {
        live(RequestMatcher.any()).reset();
    }

    /// Holds back all bytes to all current and new clients until [#resume]; none are lost.
    public void stallAll() {
        wiring.gate().shut();
    }

    public void resume() {
        wiring.gate().open();
    }

    /// Refuses new connections until [#heal] or [#acceptConnections]; open ones stay.
    public void refuseConnections() {
        listener.stop();
    }

    /// Accepts new connections without ever responding, until [#heal] or [#acceptConnections].
    public void blackHoleConnections() {
        blackHole = true;
    }

    public void acceptConnections() {
        blackHole = false;
        if (!listener.listening()) {
            listener.start();
        }
    }

    /// Removes all rules and undoes all global faults; exchanges keep the faults that they have.
    public void heal() {
        wiring.rules().clear();
        resume();
        acceptConnections();
    }

    /// Open client connections, including idle ones.
    public int connections() {
        return connections.size();
    }

    /// Closes all sockets and waits until all threads have ended.
    @Override
    public void close() {
        closed = true;
        listener.close();
        wiring.live().forEach(e -> {
            e.endWith(ExchangeOutcome.PROXY_CLOSED);
            e.dropUpstream();
        });
        connections.forEach(ClientConnection::close);
        wiring.threads().shutdownNow();
        try {
            if (!wiring.threads().awaitTermination(CLOSE_TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("fault proxy: threads still run " + CLOSE_TIMEOUT
                        + " after close, connections: " + connections());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void accept(Socket socket) {
        var connection = new ClientConnection(wiring, socket, accepted.incrementAndGet());
        connections.add(connection);
        if (closed) {
            connection.close();
        }
        boolean swallowed = blackHole;
        wiring.threads().execute(() -> {
            try {
                if (swallowed) {
                    connection.swallow();
                } else {
                    connection.serve();
                }
            } finally {
                connections.remove(connection);
            }
        });
    }
}
