package io.livekube.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Listening port of the proxy on loopback, which can be closed and reopened under the same number.
///
/// While it is closed, a socket that does not listen stays bound to the port: connections are refused, and
/// the system does not assign the port to another socket, such as that of a client, which would connect to
/// itself.
final class Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final Executor threads;
    private final Consumer<Socket> accepted;
    private final int port;
    private ServerSocket server;
    private @Nullable Socket reservation;
    private CompletableFuture<?> accepting = CompletableFuture.completedFuture(null);

    Listener(Executor threads, Consumer<Socket> accepted) {
        this.threads = threads;
        this.accepted = accepted;
        this.server = bind(0);
        this.port = server.getLocalPort();
    }

    int port() {
        return port;
    }

    /// Starts accepting connections.
    synchronized void start() {
        if (server.isClosed()) {
            server = bind(port);
            release();
        }
        ServerSocket current = server;
        accepting = CompletableFuture.runAsync(() -> accept(current), threads);
    }

    synchronized boolean listening() {
        return !server.isClosed();
    }

    /// Starts refusing connections; open ones stay.
    synchronized void stop() {
        if (server.isClosed()) {
            return;
        }
        try {
            server.close();
            accepting.join(); // the port is not free before the blocked accept has returned
            var bound = new Socket();
            reservation = bound;
            bound.setReuseAddress(true);
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close port " + port, e);
        }
    }

    /// Stops permanently and releases the port.
    synchronized void close() {
        stop();
        release();
    }

    private void release() {
        Socket bound = reservation;
        if (bound != null) {
            try {
                bound.close();
                reservation = null;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot give port " + port + " back", e);
            }
        }
    }

    private void accept(ServerSocket current) {
        while (!current.isClosed()) {
            try {
                accepted.accept(current.accept());
            } catch (IOException e) {
                if (!current.isClosed()) {
                    LOG.error("port {}: cannot accept a connection", port, e);
                }
            }
        }
    }

    private static ServerSocket bind(int port) {
        try {
            var server = new ServerSocket();
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on loopback port " + port + ": is it taken?", e);
        }
    }
}
