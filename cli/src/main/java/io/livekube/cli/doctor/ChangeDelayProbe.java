package io.livekube.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
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

    private final ProbeClient asking;
    private final Duration timeout;

    /// @param timeout of the LIST that gives the version to watch from
    ChangeDelayProbe(ProbeClient asking, Duration timeout) {
        this.asking = asking;
        this.timeout = timeout;
    }

    ChangeDelay measure() throws InterruptedException {
        if (asking.timeIsUp()) {
            return new ChangeDelay.Unknown("the time limit was reached");
        }
        try {
            String version =
                    asking.get(PATH + "?limit=1", "application/json", false, timeout, ChangeDelayProbe::version);
            String watch =
                    PATH + "?watch=true&resourceVersion=%s&timeoutSeconds=%d".formatted(version, WAIT.toSeconds());
            return asking.get(watch, "application/json", false, WAIT.plus(SLACK), ChangeDelayProbe::read);
        } catch (TimeoutException _) {
            return new ChangeDelay.Unknown("reading leases timed out");
        } catch (IOException e) {
            return new ChangeDelay.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private static String version(HttpResponse<InputStream> answer) throws IOException {
        succeeded(answer);
        return JSON.readTree(answer.body())
                .path("metadata")
                .path("resourceVersion")
                .asText();
    }

    private static void succeeded(HttpResponse<InputStream> answer) throws IOException {
        switch (answer.statusCode()) {
            case 200 -> {}
            case 403 -> throw new IOException("reading leases is not allowed");
            case 404 -> throw new IOException("leases are not served here");
            default -> throw new IOException(ProbeClient.message(answer));
        }
    }

    private static ChangeDelay read(HttpResponse<InputStream> answer) throws IOException {
        succeeded(answer);
        var delays = new ArrayList<Duration>();
        try (MappingIterator<JsonNode> frames = JSON.readerFor(JsonNode.class).readValues(answer.body())) {
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
