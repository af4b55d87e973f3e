package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// Open watch, read by a thread of its own so that every wait has a timeout.
public final class OpenWatch implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMinutes(1);

    private sealed interface Item {
        record Event(ReceivedEvent event) implements Item {}

        record End() implements Item {}

        record Broken(Throwable cause) implements Item {}
    }

    private final String request;
    private final HttpHeaders headers;
    private final InputStream body;
    private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();

    private OpenWatch(String request, HttpHeaders headers, InputStream body) {
        this.request = request;
        this.headers = headers;
        this.body = body;
    }

    static OpenWatch of(String request, HttpResponse<InputStream> response) {
        if (response.statusCode() != 200) {
            throw new AssertionError(request + " → " + response.statusCode() + " " + readAll(response.body()));
        }
        var stream = new OpenWatch(request, response.headers(), response.body());
        Thread.ofVirtual().name("watch " + request).start(stream::read);
        return stream;
    }

    public HttpHeaders headers() {
        return headers;
    }

    /// The next event; fails on timeout or if the watch has ended.
    public ReceivedEvent next() {
        return switch (take()) {
            case Item.Event(ReceivedEvent event) -> event;
            case Item.End() -> throw new AssertionError(request + " ended while an event was expected");
            case Item.Broken(Throwable cause) -> throw new AssertionError(request + " broke: " + cause, cause);
        };
    }

    public List<ReceivedEvent> next(int count) {
        return IntStream.range(0, count).mapToObj(i -> next()).toList();
    }

    /// All events up to the clean end of the watch.
    public List<ReceivedEvent> untilEnd() {
        var events = new ArrayList<ReceivedEvent>();
        while (true) {
            switch (take()) {
                case Item.Event(ReceivedEvent event) -> events.add(event);
                case Item.End() -> {
                    return events;
                }
                case Item.Broken(Throwable cause) ->
                    throw new AssertionError(request + " broke instead of ending: " + cause, cause);
            }
        }
    }

    /// The `Status` of an in-stream ERROR, after which the watch must end.
    public JsonNode error(int code, String reason) {
        List<ReceivedEvent> events = untilEnd();
        assertThat(events).as(request).hasSize(1);
        JsonNode status = events.getFirst().object();
        assertThat(events.getFirst().type()).as("%s → %s", request, status).isEqualTo("ERROR");
        assertThat(status.path("kind").asText()).isEqualTo("Status");
        assertThat(status.path("code").asInt()).isEqualTo(code);
        assertThat(status.path("reason").asText()).isEqualTo(reason);
        return status;
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException e) {
            throw new UncheckedIOException(request + " cannot be closed", e);
        }
    }

    private Item take() {
        try {
            Item item = items.poll(WAIT.toMillis(), TimeUnit.MILLISECONDS);
            if (item == null) {
                throw new AssertionError(request + " was silent for " + WAIT.toSeconds() + " s");
            }
            return item;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while reading " + request, e);
        }
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null) {
                JsonNode event = Manifests.parse(line);
                items.add(new Item.Event(new ReceivedEvent(event.path("type").asText(), event.path("object"))));
                line = lines.readLine();
            }
            items.add(new Item.End());
        } catch (IOException | AssertionError e) {
            items.add(new Item.Broken(e));
        }
    }

    private static String readAll(InputStream body) {
        try (body) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(no body: " + e + ")";
        }
    }
}
