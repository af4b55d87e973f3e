package io.livekube.testkit.fault;

import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.fault.http.HttpInput;
import io.livekube.testkit.fault.http.MessageBody;
import io.livekube.testkit.fault.http.RequestHead;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Upstream whose responses the test writes byte by byte: one request per connection, each on its own thread.
final class ScriptedUpstream implements AutoCloseable {

    interface Handler {
        void handle(Call call) throws IOException, InterruptedException;
    }

    private final ServerSocket server;
    private final String scheme;
    private final Handler handler;
    private final Collection<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Semaphore dropped = new Semaphore(0);

    ScriptedUpstream(Handler handler) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "http", handler);
    }

    ScriptedUpstream(ServerSocket server, String scheme, Handler handler) {
        this.server = server;
        this.scheme = scheme;
        this.handler = handler;
        Thread.ofVirtual().start(this::accept);
    }

    /// Responds to everything with JSON and a Content-Length.
    static ScriptedUpstream answering(String json) throws IOException {
        return new ScriptedUpstream(call -> call.json(json));
    }

    /// A watch that sends these lines and stays open.
    static ScriptedUpstream watching(String... frames) throws IOException {
        return new ScriptedUpstream(call -> {
            call.startWatch();
            for (String frame : frames) {
                call.frame(frame);
            }
            call.hold();
        });
    }

    URI url() {
        return URI.create(scheme + "://127.0.0.1:" + server.getLocalPort());
    }

    ApiEndpoint endpoint() {
        return ApiEndpoint.plain(url());
    }

    /// Waits until the other side has closed a connection that a handler holds.
    boolean sawDrop() throws InterruptedException {
        return dropped.tryAcquire(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (SocketException e) {
                return; // closed
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            var in = new HttpInput(socket.getInputStream());
            Optional<RequestHead> head =
                    in.readRequestHead(); // empty if the peer disconnected before sending a request
            if (head.isPresent()) {
                handler.handle(new Call(head.get(), in, socket));
            }
        } catch (IOException e) {
            dropped.release(); // the peer has closed the connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    final class Call {
        private final RequestHead head;
        private final HttpInput in;
        private final Socket socket;

        Call(RequestHead head, HttpInput in, Socket socket) {
            this.head = head;
            this.in = in;
            this.socket = socket;
        }

        RequestHead head() {
            return head;
        }

        Socket socket() {
            return socket;
        }

        HttpInput in() {
            return in;
        }

        byte[] body() throws IOException {
            return MessageBody.ofRequest(head, in).bytes().readAllBytes();
        }

        void raw(String text) throws IOException {
            OutputStream out = socket.getOutputStream();
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        void json(String body) throws IOException {
            raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
        }

        void startWatch() throws IOException {
            raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        }

        void frame(String line) throws IOException {
            String text = line + "\n";
            raw(Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n");
        }

        void endWatch() throws IOException {
            raw("0\r\n\r\n");
        }

        /// Keeps the connection until the other side drops it.
        void hold() throws IOException {
            in.discardUntilEnd();
            dropped.release();
        }
    }
}
