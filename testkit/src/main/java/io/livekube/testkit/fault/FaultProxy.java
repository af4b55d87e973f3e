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

/// An HTTP/1.1 proxy on a random loopback port that makes things go wrong, scripted per request.
///
/// Without a rule it passes everything on as it is: request bodies untouched, responses streamed, client
/// connections kept alive; towards the upstream each request has a connection of its own. The first rule that
/// claims a request is the only one it gets. All methods may be called from any thread while connections are
/// live.
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

    /// Starts a proxy before this API server; it listens when this returns.
    public static FaultProxy before(ApiEndpoint upstream) {
        var proxy = new FaultProxy(upstream);
        proxy.listener.start();
        return proxy;
    }

    /// What a client needs to go through the proxy: plain HTTP, the upstream's token.
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

    /// The exchanges in flight now that match.
    public LiveStreams live(RequestMatcher matcher) {
        return new LiveStreams(
                wiring.live().stream().filter(e -> matcher.matches(e.request())).toList());
    }

    /// Ends every exchange, and the connections that wait for one.
    public void cutAll() {
        connections.stream().filter(ClientConnection::idle).forEach(ClientConnection::close);
        live(RequestMatcher.any()).cut();
    }

    public void resetAll() {
        live(RequestMatcher.any()).reset();
    }

    /// Holds back every byte to every client, live and new, until [#resume]; nothing is lost.
    public void stallAll() {
        wiring.gate().shut();
    }

    public void resume() {
        wiring.gate().open();
    }

    /// New connections are refused until [#heal] or [#acceptConnections]; open ones stay.
    public void refuseConnections() {
        listener.stop();
    }

    /// New connections are accepted and never answered until [#heal] or [#acceptConnections].
    public void blackHoleConnections() {
        blackHole = true;
    }

    public void acceptConnections() {
        blackHole = false;
        if (!listener.listening()) {
            listener.start();
        }
    }

    /// Forgets all rules and undoes what this class did to all; exchanges keep the faults they have.
    public void heal() {
        wiring.rules().clear();
        resume();
        acceptConnections();
    }

    /// Client connections that are open now, silent ones among them.
    public int connections() {
        return connections.size();
    }

    /// Closes every socket and ends every thread; waits until that is done.
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
