package io.livekube.agent.uplink;

import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.json.TaskCodec;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// Polls for tasks and delivers their results over HTTP.
public final class HttpTaskLink implements TaskLink {
    /// How long a poll may exceed its hold time before it counts as cut off.
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final URI endpoint;
    private final HubHttp http;
    private final String server;

    /// @param endpoint URL for polling tasks
    /// @param server the API server's URL, which is sent to the hub without user and query
    public HttpTaskLink(URI endpoint, HubHttp http, URI server) {
        this.endpoint = endpoint;
        this.http = http;
        this.server = withoutSecrets(server);
    }

    /// The URL without user, password and query, which may be secret; empty if it has no host.
    static String withoutSecrets(URI server) {
        if (server.getHost() == null) {
            return "";
        }
        String port = server.getPort() < 0 ? "" : ":" + server.getPort();
        String path = server.getRawPath() == null ? "" : server.getRawPath();
        return server.getScheme() + "://" + server.getHost() + port + path;
    }

    @Override
    public Reply poll(Duration wait, boolean on, String taken) throws InterruptedException {
        String query = "?wait=%d&sync=%s%s%s"
                .formatted(
                        wait.toSeconds(),
                        on ? "on" : "off",
                        server.isEmpty() ? "" : "&server=" + URLEncoder.encode(server, StandardCharsets.UTF_8),
                        taken.isEmpty() ? "" : "&taken=" + taken);
        try {
            return reply(http.exchange(
                    HttpRequest.newBuilder(URI.create(endpoint + query)).GET(), wait.plus(GRACE)));
        } catch (HubRequestException e) {
            return switch (e.why()) {
                case UNREACHABLE -> new Reply.Away(e.reason(), Optional.empty());
                case BROKEN, TOO_SLOW -> new Reply.Cut(e.reason());
            };
        }
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        return switch (response.statusCode()) {
            case 200 -> tasks(response);
            case 401, 403 ->
                away("the hub rejected the token: %s; check that it is this cluster's token"
                        .formatted(HttpReply.said(response)));
            case 408, 502, 504 -> new Reply.Cut(HttpReply.said(response));
            default -> new Reply.Away(HttpReply.said(response), HttpReply.retryAfter(response));
        };
    }

    private static Reply tasks(HttpResponse<byte[]> response) {
        try {
            return new Reply.Tasks(TaskCodec.decodeTasks(response.body()));
        } catch (ProtocolException e) {
            return away("not a hub's response: %s (%s); check the URL and any proxy in between"
                    .formatted(e.getMessage(), HttpReply.said(response)));
        }
    }

    private static Reply away(String reason) {
        return new Reply.Away(reason, Optional.empty());
    }

    @Override
    public Delivery deliver(String task, Content content, Duration timeout) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint + "/" + task))
                .header("Content-Type", content.mediaType())
                .POST(content.body());
        content.coding().ifPresent(coding -> request.header("Content-Encoding", coding));
        try {
            HttpResponse<byte[]> response = http.exchange(request, timeout);
            int status = response.statusCode();
            if (status / 100 == 2) {
                return new Delivery.Taken();
            }
            boolean later = status >= 500 || status == 429 || HttpReply.rejectsToken(response);
            return later
                    ? new Delivery.Broken(HttpReply.said(response))
                    : new Delivery.Unwanted(HttpReply.said(response));
        } catch (HubRequestException e) {
            return new Delivery.Broken(e.reason());
        }
    }
}
