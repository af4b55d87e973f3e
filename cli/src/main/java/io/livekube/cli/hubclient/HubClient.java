package io.livekube.cli.hubclient;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.ConnectionFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// HTTP client of a hub; turns failures into one-line messages.
public final class HubClient implements AutoCloseable {
    /// Longer than the hub waits for its agents.
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final int GONE = 410;
    private static final int BUSY = 429;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI hub;
    private final Optional<String> token;
    private final HttpClient http;

    HubClient(URI hub, Optional<String> token, Optional<SSLContext> trust) {
        this.hub = hub;
        this.token = token;
        var builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER);
        trust.ifPresent(builder::sslContext);
        this.http = builder.build();
    }

    public URI hub() {
        return hub;
    }

    public JsonNode get(String pathAndQuery) {
        return json(send(request(pathAndQuery).GET().build()));
    }

    /// One page of a list; empty if the hub no longer has the state that the list shows.
    public Optional<JsonNode> page(String pathAndQuery) {
        HttpResponse<InputStream> answer = send(request(pathAndQuery).GET().build());
        if (answer.statusCode() == GONE) {
            bytes(answer);
            return Optional.empty();
        }
        return Optional.of(json(answer));
    }

    /// A plain-text response.
    public String text(String pathAndQuery) {
        HttpResponse<InputStream> answer = send(request(pathAndQuery).GET().build());
        if (answer.statusCode() != 200) {
            json(answer);
        }
        return new String(bytes(answer), StandardCharsets.UTF_8);
    }

    public JsonNode put(String path, JsonNode document) {
        return json(send(request(path)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString(document.toString()))
                .build()));
    }

    public JsonNode post(String path) {
        return json(send(request(path).POST(HttpRequest.BodyPublishers.noBody()).build()));
    }

    /// Opens an event stream that resumes after the last event received.
    ///
    /// @throws IOException on a failure that may be temporary
    InputStream stream(String pathAndQuery, String lastEvent) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(pathAndQuery).header("Accept", "text/event-stream");
        if (!lastEvent.isEmpty()) {
            request.header("Last-Event-ID", lastEvent);
        }
        HttpResponse<InputStream> answer = http.send(request.GET().build(), HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() >= 500 || answer.statusCode() == BUSY) {
            try (InputStream body = answer.body()) {
                throw new IOException(sentence(body.readAllBytes()).orElse("HTTP " + answer.statusCode()));
            }
        }
        if (answer.statusCode() != 200) {
            json(answer);
        }
        return answer.body();
    }

    private HttpRequest.Builder request(String pathAndQuery) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(hub + pathAndQuery)).timeout(TIMEOUT);
        token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
        return request;
    }

    private HttpResponse<InputStream> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted", e);
        }
    }

    CommandFailure failure(IOException e) {
        String why = switch (ConnectionFailure.of(e)) {
            case TIMEOUT -> "no response from the hub at %s: it may be busy, or behind a firewall";
            case UNKNOWN_HOST -> "unknown host in %s: check --hub or LIVEKUBE_HUB";
            case REFUSED -> "no hub is listening at %s: start one with 'livekube up', or set --hub or LIVEKUBE_HUB";
            case UNTRUSTED -> "the certificate of %s is signed by an unknown authority: pass the CA with --hub-ca-file";
            case EXPIRED -> "the certificate of %s has expired: renew it and restart the hub";
            case WRONG_HOST ->
                "the certificate of %s is for a different host name: use that name in --hub, or reissue the certificate";
            case HANDSHAKE_FAILED -> "TLS handshake with %s failed: " + e.getMessage();
            case NO_TLS -> "%s does not speak TLS: if the hub runs without TLS, use http:// in --hub or LIVEKUBE_HUB";
            case BROKEN ->
                "%s is not a Livekube hub: check --hub or LIVEKUBE_HUB; the URL may need https:// ("
                        + e.getMessage()
                        + ")";
        };
        return new CommandFailure(why.replace("%s", hub.toString()), e);
    }

    private JsonNode json(HttpResponse<InputStream> answer) {
        byte[] body = bytes(answer);
        int status = answer.statusCode();
        if (status / 100 == 2) {
            try {
                return body.length == 0 ? JSON.createObjectNode() : JSON.readTree(body);
            } catch (IOException e) {
                throw new CommandFailure(notAHub(), e);
            }
        }
        if (status == 401 || status == 403) {
            throw new CommandFailure(sentence(body).orElse("HTTP " + status) + " " + tokenHint(status));
        }
        boolean kubernetes = answer.uri().getPath().startsWith(hub.getPath() + "/clusters/");
        if (!kubernetes && isStatus(body)) {
            throw new CommandFailure(
                    "%s is a Kubernetes API server, not a hub: check --hub or LIVEKUBE_HUB".formatted(hub));
        }
        throw new CommandFailure(sentence(body).orElseGet(this::notAHub));
    }

    private String tokenHint(int status) {
        if (token.isEmpty()) {
            return "Pass a reader's token with --token-file or LIVEKUBE_TOKEN_FILE.";
        }
        return status == 401 ? "The token in --token-file is not a valid reader's token at %s.".formatted(hub) : "";
    }

    private String notAHub() {
        return "%s is not a Livekube hub: check --hub or LIVEKUBE_HUB".formatted(hub);
    }

    /// Error message of the hub, or of its Kubernetes API below `/clusters`.
    private static Optional<String> sentence(byte[] body) {
        try {
            JsonNode document = JSON.readTree(body);
            String error = document.path("error").asText();
            if (!error.isEmpty() && document.has("status")) {
                return Optional.of(error);
            }
            return document.path("kind").asText().equals("Status")
                    ? Optional.of(document.path("message").asText())
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // not a hub's response, which the caller reports
        }
    }

    private static boolean isStatus(byte[] body) {
        try {
            return JSON.readTree(body).path("kind").asText().equals("Status");
        } catch (IOException e) {
            return false; // not JSON, so not a Status
        }
    }

    private byte[] bytes(HttpResponse<InputStream> answer) {
        try (InputStream body = answer.body()) {
            return body.readAllBytes();
        } catch (IOException e) {
            throw new CommandFailure("the response of %s ended early: try again".formatted(hub), e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
