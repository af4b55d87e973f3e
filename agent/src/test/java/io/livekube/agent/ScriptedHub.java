package io.livekube.agent;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.livekube.core.SteadyClock;
import io.livekube.protocol.Answer;
import io.livekube.protocol.json.AnswerCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/// A hub on a real port that answers batches according to a script, and normally after its end.
public final class ScriptedHub implements AutoCloseable {
    private final HttpServer server;
    private final String scheme;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Deque<Scripted> script = new ConcurrentLinkedDeque<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final InstantSource clock = new SteadyClock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final TestingHub hub = new TestingHub();
    private final TestingTasks tasks = new TestingTasks();
    private volatile int maxBody = Integer.MAX_VALUE;

    /// A request as received.
    ///
    /// @param body the bytes, each as a character
    public record Request(
            String path, String authorization, String contentType, String waited, String body, Instant at) {}

    private interface Scripted {
        void answer(HttpExchange exchange, byte[] body) throws IOException, InterruptedException;
    }

    private ScriptedHub(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.createContext("/", this::serve);
        server.setExecutor(threads);
        server.start();
    }

    public static ScriptedHub start() {
        try {
            return new ScriptedHub(HttpServer.create(loopback(), 0), "http");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ScriptedHub start(SSLContext tls) {
        try {
            HttpsServer server = HttpsServer.create(loopback(), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(tls));
            return new ScriptedHub(server, "https");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    public URI url() {
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
    }

    public TestingHub mirror() {
        return hub;
    }

    /// The desired state for agents; initially, to sync.
    public TestingTasks tasks() {
        return tasks;
    }

    /// All batches received so far.
    public List<Request> requests() {
        return List.copyOf(requests);
    }

    /// Answers the next request so, without looking at it.
    public ScriptedHub then(int status, String contentType, String body, String... headers) {
        script.add((exchange, _) -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            respond(exchange, status, contentType, body.getBytes(UTF_8));
        });
        return this;
    }

    public ScriptedHub then(Answer answer) {
        script.add((exchange, _) -> answer(exchange, answer));
        return this;
    }

    /// Lets nothing larger through from here on, as a proxy would.
    public void refuseBodiesAbove(int bytes) {
        maxBody = bytes;
    }

    /// Takes the next batch, and does not say so.
    public ScriptedHub thenTakeAndHang() {
        script.add((_, body) -> {
            var _ = hub.take(body);
            closed.await();
        });
        return this;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestURI().getPath().contains("/tasks")) {
                tasks.serve(exchange);
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            Scripted next = script.poll();
            requests.add(new Request(
                    exchange.getRequestURI().getPath(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                    String.valueOf(exchange.getRequestHeaders().getFirst("X-Livekube-Waited-Ms")),
                    new String(body, ISO_8859_1),
                    clock.instant()));
            if (body.length > maxBody) {
                respond(exchange, 413, "text/html", "<html>Request Entity Too Large</html>".getBytes(UTF_8));
            } else if (next == null) {
                answer(exchange, hub.take(body));
            } else {
                next.answer(exchange, body);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, Answer answer) throws IOException {
        respond(exchange, AnswerCodec.httpStatus(answer), "application/json", AnswerCodec.encode(answer));
    }

    private static void respond(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        tasks.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
