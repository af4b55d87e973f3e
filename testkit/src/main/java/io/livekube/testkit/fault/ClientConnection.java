package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.HttpInput;
import io.livekube.testkit.fault.http.MalformedHttpException;
import io.livekube.testkit.fault.http.RequestHead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connection of a client: one exchange after the other, as long as both sides keep it alive.
final class ClientConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    private final ProxyParts wiring;
    private final Socket socket;
    private final int number;
    private volatile boolean idle = true;

    ClientConnection(ProxyParts wiring, Socket socket, int number) {
        this.wiring = wiring;
        this.socket = socket;
        this.number = number;
    }

    void serve() {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new HttpInput(socket.getInputStream());
            boolean more = true;
            while (more) {
                more = serveOne(in);
            }
        } catch (MalformedHttpException e) {
            LOG.warn("connection {}: {}", number, e.getMessage());
        } catch (IOException e) {
            LOG.debug("connection {} ended: {}", number, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException e) {
            LOG.debug("connection {} ended with the proxy: {}", number, e.toString());
        } catch (RuntimeException e) {
            LOG.error("connection {}: a matcher of the script failed; the connection was closed", number, e);
        }
    }

    /// Reads and discards everything, without ever responding.
    void swallow() {
        try (socket) {
            new HttpInput(socket.getInputStream()).discardUntilEnd();
        } catch (IOException e) {
            LOG.debug("black-holed connection {} ended: {}", number, e.toString());
        }
    }

    /// Whether the connection waits for its next request.
    boolean idle() {
        return idle;
    }

    void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close client connection " + number, e);
        }
    }

    private boolean serveOne(HttpInput in) throws IOException, InterruptedException {
        Optional<RequestHead> head;
        try {
            idle = true;
            head = in.readRequestHead();
            idle = false;
        } catch (MalformedHttpException e) {
            String body = StatusError.of(400)
                    .message("fault proxy: " + e.getMessage())
                    .json();
            socket.getOutputStream()
                    .write(("HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
                                    + body)
                            .getBytes(StandardCharsets.UTF_8));
            throw e;
        }
        if (head.isEmpty()) {
            return false;
        }
        var request = ProxiedRequest.of(
                head.get(),
                wiring.requests().incrementAndGet(),
                number,
                wiring.clock().instant(),
                wiring.pages());
        return new Relay(wiring, new ProxiedExchange(wiring, socket, head.get(), request), socket, in).run();
    }
}
