package io.livekube.agent.uplink;

import io.livekube.protocol.binary.BinaryEncoder;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Optional;

/// Posts batches to a hub over HTTP.
public final class HttpHubLink implements HubLink {
    /// Header with the time that the oldest change in a batch has waited since the agent saw it, including retries.
    public static final String WAITED = "X-Livekube-Waited-Ms";

    private final URI endpoint;
    private final HubHttp http;
    private final Duration timeout;

    /// @param endpoint URL for posting batches
    /// @param timeout for a whole exchange
    public HttpHubLink(URI endpoint, HubHttp http, Duration timeout) {
        this.endpoint = endpoint;
        this.http = http;
        this.timeout = timeout;
    }

    @Override
    public Reply send(byte[] body, int length, Optional<Duration> waited) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(endpoint)
                .header("Content-Type", BinaryEncoder.MEDIA_TYPE)
                .POST(BodyPublishers.ofByteArray(body, 0, length));
        waited.ifPresent(time -> request.header(WAITED, Long.toString(time.toMillis())));
        try {
            return HttpReply.of(http.exchange(request, timeout));
        } catch (HubRequestException e) {
            return switch (e.why()) {
                case TOO_SLOW -> new Reply.TooSlow(e.reason());
                case UNREACHABLE, BROKEN -> new Reply.NoAnswer(e.reason(), Optional.empty());
            };
        }
    }
}
