package io.livekube.lab.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.livekube.testkit.ApiEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// One endpoint that sends writes to an API server and reads to its mirror, for clients that know one only.
final class ReadSplit implements AutoCloseable {
    /// Headers that the client library or this server sets itself.
    private static final Set<String> OWN =
            Set.of("connection", "host", "content-length", "upgrade", "http2-settings", "transfer-encoding", "date");

    private final URI writes;
    private final URI reads;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    private ReadSplit(URI writes, URI reads, HttpServer server) {
        this.writes = writes;
        this.reads = reads;
        this.server = server;
    }

    static ReadSplit start(URI writes, URI reads) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var split = new ReadSplit(writes, reads, server);
        server.setExecutor(split.threads);
        server.createContext("/", split::pass);
        server.start();
        return split;
    }

    ApiEndpoint endpoint() {
        return ApiEndpoint.plain(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            URI to = method.equals("GET") ? reads : writes;
            HttpRequest.Builder request = HttpRequest.newBuilder(
                    URI.create(to + exchange.getRequestURI().toString()));
            exchange.getRequestHeaders().forEach((name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                    values.forEach(value -> request.header(name, value));
                }
            });
            byte[] body = exchange.getRequestBody().readAllBytes();
            request.method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
            HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
            answer.headers().map().forEach((name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
                    exchange.getResponseHeaders().put(name, List.copyOf(values));
                }
            });
            try (InputStream from = answer.body()) {
                exchange.sendResponseHeaders(answer.statusCode(), 0);
                passOn(from, exchange.getResponseBody());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped while passing on a request", e);
        }
    }

    /// Passes bytes on as they arrive, since a watch sends little and its reader waits for it.
    private static void passOn(InputStream from, OutputStream to) throws IOException {
        to.flush();
        byte[] chunk = new byte[16 << 10];
        for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
            to.write(chunk, 0, n);
            to.flush();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.shutdownNow();
    }
}
