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

/// Asks one hub, and says in one line why it got no answer.
public final class HubClient implements AutoCloseable {
    /// Longer than a hub waits for its agents.
    private static final Duration PATIENCE = Duration.ofSeconds(40);

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

    /// One page of many; nothing if the state that it was to be cut from is not kept any more.
    public Optional<JsonNode> page(String pathAndQuery) {
        HttpResponse<InputStream> answer = send(request(pathAndQuery).GET().build());
        if (answer.statusCode() == GONE) {
            bytes(answer);
            return Optional.empty();
        }
        return Optional.of(json(answer));
    }

    /// A text that is no JSON.
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

    /// An answer that goes on, from where an earlier one ended.
    ///
    /// @throws IOException if there is no answer, which may pass
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
                HttpRequest.newBuilder(URI.create(hub + pathAndQuery)).timeout(PATIENCE);
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
            case LATE -> "the hub at %s does not answer: is it busy, or behind a firewall?";
            case NO_SUCH_HOST -> "there is no host of the name in %s: correct --hub or LIVEKUBE_HUB";
            case REFUSED ->
                "there is no hub at %s: start one with 'livekube up', or name yours with --hub or LIVEKUBE_HUB";
            case UNTRUSTED -> "the certificate of %s is not trusted: name its authority with --hub-ca-file";
            case EXPIRED -> "the certificate of %s has expired: renew it and restart the hub";
            case OTHER_NAME ->
                "the certificate of %s is for another name: write the one in it, or make it for this one";
            case NO_HANDSHAKE -> "%s and this command find no TLS that both speak (" + e.getMessage() + ")";
            case NO_TLS -> "%s does not speak TLS: write http:// in --hub or LIVEKUBE_HUB if it is a hub without";
            case BROKEN ->
                "%s does not answer as a hub does: check --hub or LIVEKUBE_HUB, perhaps it is https:// there ("
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
                    "%s is a Kubernetes API server and no hub: check --hub or LIVEKUBE_HUB".formatted(hub));
        }
        throw new CommandFailure(sentence(body).orElseGet(this::notAHub));
    }

    private String tokenHint(int status) {
        if (token.isEmpty()) {
            return "Name the file of your reader's token with --token-file or LIVEKUBE_TOKEN_FILE.";
        }
        return status == 401 ? "The token in --token-file is not, or no longer, a reader's at %s.".formatted(hub) : "";
    }

    private String notAHub() {
        return "%s answers, but not as a Livekube hub does: check --hub or LIVEKUBE_HUB".formatted(hub);
    }

    /// What a hub, or below `/clusters` its Kubernetes API, says is wrong.
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
            return Optional.empty(); // it is no hub's answer, which the caller says
        }
    }

    private static boolean isStatus(byte[] body) {
        try {
            return JSON.readTree(body).path("kind").asText().equals("Status");
        } catch (IOException e) {
            return false; // which is an answer too
        }
    }

    private byte[] bytes(HttpResponse<InputStream> answer) {
        try (InputStream body = answer.body()) {
            return body.readAllBytes();
        } catch (IOException e) {
            throw new CommandFailure("the answer of %s broke off: try again".formatted(hub), e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
