package io.livekube.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.http.ApiResponse;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/// Measures the delay from a change to its watch event without writing.
///
/// It watches leases, which change in every cluster: leaders renew theirs every two seconds, nodes every
/// ten, and each renewal carries its time in microseconds. Other timestamps in objects are whole seconds.
final class ChangeDelayProbe {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PATH = "/apis/coordination.k8s.io/v1/leases";
    private static final Duration WAIT = Duration.ofSeconds(6);
    private static final Duration SLACK = Duration.ofSeconds(5);
    private static final int ENOUGH = 20;

    private final ProbeClient client;
    private final Duration timeout;

    /// @param timeout of the LIST that gives the version to watch from
    ChangeDelayProbe(ProbeClient client, Duration timeout) {
        this.client = client;
        this.timeout = timeout;
    }

    ChangeDelay measure() throws InterruptedException {
        if (client.timeIsUp()) {
            return new ChangeDelay.Unknown("the time limit was reached");
        }
        try {
            String version =
                    client.get(PATH + "?limit=1", "application/json", false, timeout, ChangeDelayProbe::version);
            String watch =
                    PATH + "?watch=true&resourceVersion=%s&timeoutSeconds=%d".formatted(version, WAIT.toSeconds());
            return client.get(watch, "application/json", false, WAIT.plus(SLACK), ChangeDelayProbe::read);
        } catch (TimeoutException _) {
            return new ChangeDelay.Unknown("reading leases timed out");
        } catch (IOException e) {
            return new ChangeDelay.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private static String version(ApiResponse.Raw response) throws IOException {
        succeeded(response);
        return JSON.readTree(response.body())
                .path("metadata")
                .path("resourceVersion")
                .asText();
    }

    private static void succeeded(ApiResponse.Raw response) throws IOException {
        switch (response.status()) {
            case 200 -> {}
            case 403 -> throw new IOException("reading leases is not allowed");
            case 404 -> throw new IOException("leases are not served here");
            default -> throw new IOException(ProbeClient.message(response));
        }
    }

    private static ChangeDelay read(ApiResponse.Raw response) throws IOException {
        succeeded(response);
        var delays = new ArrayList<Duration>();
        try (MappingIterator<JsonNode> frames = JSON.readerFor(JsonNode.class).readValues(response.body())) {
            while (delays.size() < ENOUGH && frames.hasNextValue()) {
                JsonNode event = frames.nextValue();
                Instant came = Instant.now();
                if (event.path("type").asText().equals("MODIFIED")) {
                    renewed(event).ifPresent(written -> delays.add(Duration.between(written, came)));
                }
            }
        }
        return delays.isEmpty() ? new ChangeDelay.Quiet(WAIT) : new ChangeDelay.Seen(delays);
    }

    private static Optional<Instant> renewed(JsonNode event) {
        String time = event.path("object").path("spec").path("renewTime").asText();
        try {
            return time.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(time));
        } catch (DateTimeException _) {
            return Optional.empty(); // not a time that we can use
        }
    }
}
