package io.livekube.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.http.ApiResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/// Opens watches of a kind and measures them.
final class WatchProbe {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    /// Servers send a bookmark two seconds before the end of a watch.
    private static final int BOOKMARK_WAIT_SECONDS = 4;

    private static final Duration SLACK = Duration.ofSeconds(5);

    private final ProbeClient client;
    private final Duration timeout;

    /// @param timeout of the initial events
    WatchProbe(ProbeClient client, Duration timeout) {
        this.client = client;
        this.timeout = timeout;
    }

    /// A watch with initial events, up to their end.
    WatchResult withState(String path) throws InterruptedException {
        String query = "?watch=true&sendInitialEvents=true&allowWatchBookmarks=true"
                + "&resourceVersionMatch=NotOlderThan&timeoutSeconds=" + Math.max(1, timeout.toSeconds());
        return watch(path + query, timeout, WatchProbe::endOfState);
    }

    /// A watch from a version, long enough for a bookmark.
    WatchResult from(String path, String version) throws InterruptedException {
        String query = "?watch=true&allowWatchBookmarks=true&resourceVersion=%s&timeoutSeconds=%d"
                .formatted(version, BOOKMARK_WAIT_SECONDS);
        return watch(path + query, SLACK.plusSeconds(BOOKMARK_WAIT_SECONDS), WatchProbe::bookmark);
    }

    /// A watch from a version, closed as soon as it is open.
    WatchResult opened(String path, String version) throws InterruptedException {
        String query = "?watch=true&resourceVersion=%s&timeoutSeconds=1".formatted(version);
        return watch(path + query, SLACK, _ -> true);
    }

    /// A watch from a version, open for a second: a server that refuses the version does so at once.
    WatchResult kept(String path, String version) throws InterruptedException {
        String query = "?watch=true&resourceVersion=%s&timeoutSeconds=1".formatted(version);
        return watch(path + query, SLACK, _ -> false);
    }

    private interface Enough {
        boolean after(JsonNode event);
    }

    private WatchResult watch(String pathAndQuery, Duration limit, Enough enough) throws InterruptedException {
        long asked = System.nanoTime();
        try {
            return client.get(
                    pathAndQuery, "application/json", false, limit, response -> read(response, asked, enough));
        } catch (TimeoutException _) {
            return new WatchResult.Broken("no data for " + limit.toSeconds() + " s");
        } catch (IOException e) {
            return new WatchResult.Broken(String.valueOf(e.getMessage()));
        }
    }

    private static WatchResult read(ApiResponse.Raw response, long asked, Enough enough) throws IOException {
        Duration opened = since(asked);
        if (response.status() != 200) {
            return new WatchResult.Refused(response.status(), ProbeClient.message(response));
        }
        Optional<Duration> first = Optional.empty();
        Optional<Duration> complete = Optional.empty();
        long events = 0;
        boolean bookmark = false;
        if (enough.after(JSON.createObjectNode())) {
            return new WatchResult.Open(opened, first, complete, events, bookmark);
        }
        try (MappingIterator<JsonNode> frames = JSON.readerFor(JsonNode.class).readValues(response.body())) {
            while (frames.hasNextValue()) {
                JsonNode event = frames.nextValue();
                if (event.path("type").asText().equals("ERROR")) {
                    JsonNode status = event.path("object");
                    return new WatchResult.Refused(
                            status.path("code").asInt(), status.path("message").asText());
                }
                first = first.isPresent() ? first : Optional.of(since(asked));
                bookmark |= bookmark(event);
                events += bookmark(event) ? 0 : 1;
                complete = endOfState(event) ? Optional.of(since(asked)) : complete;
                if (enough.after(event)) {
                    break;
                }
            }
        }
        return new WatchResult.Open(opened, first, complete, events, bookmark);
    }

    private static boolean bookmark(JsonNode event) {
        return event.path("type").asText().equals("BOOKMARK");
    }

    private static boolean endOfState(JsonNode event) {
        return bookmark(event)
                && event.path("object")
                        .path("metadata")
                        .path("annotations")
                        .path(INITIAL_EVENTS_END)
                        .asText()
                        .equals("true");
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
