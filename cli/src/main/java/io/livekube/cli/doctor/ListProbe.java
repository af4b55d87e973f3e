package io.livekube.cli.doctor;

import io.livekube.core.http.ApiResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/// Lists a kind, paged or not, with or without gzip, and measures it.
final class ListProbe {
    private static final String JSON = "application/json";

    private final ProbeClient client;
    private final Duration timeout;

    /// @param timeout of a page
    ListProbe(ProbeClient client, Duration timeout) {
        this.client = client;
        this.timeout = timeout;
    }

    /// A page, or the error response.
    private sealed interface Page {
        record Body(MeasuredPage body) implements Page {}

        record Refused(int status, String message) implements Page {}
    }

    /// @param limit objects per page; 0 for an unpaged LIST
    ListResult list(String path, int limit, boolean gzip) throws InterruptedException {
        String next = "";
        int pages = 0;
        long objects = 0;
        long wire = 0;
        long bytes = 0;
        String version = "";
        Duration slowest = Duration.ZERO;
        long start = System.nanoTime();
        do {
            long asked = System.nanoTime();
            String query = limit == 0 ? "" : "?limit=" + limit + (next.isEmpty() ? "" : "&continue=" + encoded(next));
            try {
                switch (client.get(path + query, JSON, gzip, timeout, ListProbe::page)) {
                    case Page.Refused(int status, String message) -> {
                        return new ListResult.Refused(status, message);
                    }
                    case Page.Body(MeasuredPage body) -> {
                        pages++;
                        objects += body.objects();
                        wire += body.wireBytes();
                        bytes += body.bytes();
                        version = body.version();
                        next = body.next();
                    }
                }
            } catch (TimeoutException _) {
                return new ListResult.TimedOut(pages, objects, since(asked));
            } catch (IOException e) {
                return new ListResult.Refused(0, "the response ended early: " + e.getMessage());
            }
            Duration took = since(asked);
            slowest = took.compareTo(slowest) > 0 ? took : slowest;
        } while (!next.isEmpty());
        return new ListResult.Done(pages, objects, wire, bytes, since(start), slowest, version);
    }

    private static Page page(ApiResponse.Raw response) throws IOException {
        if (response.status() != 200) {
            return new Page.Refused(response.status(), ProbeClient.message(response));
        }
        return new Page.Body(MeasuredPage.read(response.body(), response.gzipped()));
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static String encoded(String token) {
        return URLEncoder.encode(token, StandardCharsets.UTF_8);
    }
}
