package io.livekube.hub.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Requests to an API whose endpoints are declared in a table.
@Timeout(60)
class RouteTableTest {
    private static final RouteTable.Rule CLOSED = (_, _) -> {
        throw HttpProblem.of(403, "Not you.");
    };
    private static final RouteTable.Rule ONLY_SHOP = (_, path) -> {
        if (!path.get("cluster").equals("shop")) {
            throw HttpProblem.of(403, "Not this cluster.");
        }
    };

    private final RouteTable table = new RouteTable()
            .answer("GET, HEAD", "/", RouteTable.Rule.OPEN, says("index"))
            .answer("GET", "/clusters", RouteTable.Rule.OPEN, says("all"))
            .answer("GET", "/clusters/{cluster}", ONLY_SHOP, (exchange, path) -> send(exchange, path.get("cluster")))
            .answer("DELETE", "/clusters/{cluster}", CLOSED, says("removed"))
            .answer("GET", "/clusters/{cluster}/{kind}", RouteTable.Rule.OPEN, says("kind"))
            .answer("GET", "/clusters/shop/pods", RouteTable.Rule.OPEN, says("shadowed"));

    @AutoClose
    private final HttpListener listener = HttpListener.listen(
            new HttpConfig("127.0.0.1", 0, Optional.empty()),
            HttpLimits.defaults(1 << 20),
            table::route,
            ErrorFormat.PLAIN,
            _ -> {});

    @AutoClose
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aPathIsAnsweredByItsEndpointWithItsVariables() throws Exception {
        assertThat(send("GET", "/").body()).isEqualTo("index");
        assertThat(send("GET", "/clusters").body()).isEqualTo("all");
        assertThat(send("GET", "/clusters/shop").body()).isEqualTo("shop");
        assertThat(send("GET", "/clusters/shop/nodes").body()).isEqualTo("kind");
    }

    @Test
    void theFirstOfTwoMatchingPathsCounts() throws Exception {
        assertThat(send("GET", "/clusters/shop/pods").body()).isEqualTo("kind");
    }

    @Test
    void anUnknownPathIs404() throws Exception {
        assertThat(send("GET", "/cluster").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/clusters/shop/pods/web").statusCode()).isEqualTo(404);
        assertThat(send("GET", "/clusters/").statusCode()).isNotEqualTo(200);
    }

    @Test
    void eachMethodOfAPathHasItsOwnRule() throws Exception {
        assertThat(send("GET", "/clusters/shop").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/clusters/bank").statusCode()).isEqualTo(403);
        HttpResponse<String> deletion = send("DELETE", "/clusters/shop");
        assertThat(deletion.statusCode()).isEqualTo(403);
        assertThat(deletion.body()).contains("Not you.").doesNotContain("removed");
    }

    @Test
    void anUnsupportedMethodIs405WithTheSupportedOnes() throws Exception {
        HttpResponse<String> response = send("PATCH", "/clusters/shop");

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, DELETE");
        assertThat(response.body()).contains("GET, DELETE").contains("PATCH");
    }

    @Test
    void theClusterInAPathIsKnownToTheLog() {
        assertThat(table.route(List.of("clusters", "shop")).cluster()).isEqualTo("shop");
        assertThat(table.route(List.of("clusters")).cluster()).isEmpty();
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + listener.port() + path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static RouteTable.Endpoint says(String text) {
        return (exchange, _) -> send(exchange, text);
    }

    private static void send(HttpExchange exchange, String text) {
        exchange.send(200, "text/plain", text.getBytes(StandardCharsets.UTF_8));
    }
}
