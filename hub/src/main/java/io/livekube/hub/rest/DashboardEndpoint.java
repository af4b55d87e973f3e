package io.livekube.hub.rest;

import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.hub.transport.AcceptEncoding;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.transport.RouteTable;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/// Serves the dashboard from the class path. All files are loaded at startup, so no request path is ever looked
/// up. They contain no data and require no token.
final class DashboardEndpoint {
    private static final String INDEX = "index.html";

    private static final String ROOT = "/io/livekube/hub/dashboard/";

    /// No scripts, styles or connections from other origins, nothing inline, no framing.
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /// For files whose names include a hash of their content.
    private static final String IMMUTABLE = "public, max-age=31536000, immutable";

    private static final String REVALIDATE = "no-cache";

    private final Map<String, Asset> assets;

    private DashboardEndpoint(Map<String, Asset> assets) {
        this.assets = Map.copyOf(assets);
    }

    private record Asset(String type, String tag, Buffer plain, Optional<Buffer> gzip, Optional<Buffer> brotli) {}

    /// Loads the files that the build put on the class path; empty if built without the dashboard.
    static DashboardEndpoint fromClassPath() {
        var assets = new HashMap<String, Asset>();
        String names = read("files").map(Buffer::toString).orElse("");
        names.lines().forEach(name -> {
            Buffer plain =
                    read(name).orElseThrow(() -> new IllegalStateException("dashboard file " + name + " is missing"));
            assets.put(name, new Asset(type(name), tag(plain), plain, read(name + ".gz"), read(name + ".br")));
        });
        return new DashboardEndpoint(assets);
    }

    void index(HttpExchange exchange, RouteTable.Variables path) {
        answer(exchange, INDEX);
    }

    void asset(HttpExchange exchange, RouteTable.Variables path) {
        answer(exchange, "assets/" + path.get("file"));
    }

    private void answer(HttpExchange exchange, String file) {
        Asset asset = assets.get(file);
        if (asset == null) {
            throw HttpProblem.of(
                    404,
                    assets.isEmpty()
                            ? "This hub was built without the dashboard: rebuild it with 'make build'."
                            : "No such dashboard file.");
        }
        exchange.setHeader("Content-Security-Policy", POLICY);
        exchange.setHeader("Referrer-Policy", "no-referrer");
        exchange.setHeader("ETag", asset.tag());
        exchange.setHeader("Vary", "Accept-Encoding");
        String kept = file.equals(INDEX) ? REVALIDATE : IMMUTABLE;
        if (exchange.header("If-None-Match").filter(asset.tag()::equals).isPresent()) {
            exchange.setHeader("Cache-Control", kept);
            exchange.sendNothing(304);
            return;
        }
        exchange.send(200, asset.type(), packed(asset, exchange), kept);
    }

    private static Buffer packed(Asset asset, HttpExchange exchange) {
        AcceptEncoding takes = AcceptEncoding.of(exchange);
        if (asset.brotli().isPresent() && takes.has("br")) {
            exchange.setHeader("Content-Encoding", "br");
            return asset.brotli().get();
        }
        if (asset.gzip().isPresent() && takes.has("gzip")) {
            exchange.setHeader("Content-Encoding", "gzip");
            return asset.gzip().get();
        }
        return asset.plain();
    }

    private static Optional<Buffer> read(String name) {
        try (InputStream in = DashboardEndpoint.class.getResourceAsStream(ROOT + name)) {
            return in == null ? Optional.empty() : Optional.of(Buffer.buffer(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException("dashboard file " + name + " can't be read", e);
        }
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> "application/octet-stream";
        };
    }

    private static String tag(Buffer content) {
        return '"' + HexFormat.of().toHexDigits(Hashing.xxh3_64().hashBytesToLong(content.getBytes())) + '"';
    }
}
