package io.livekube.cli.hubclient;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.core.Backoff;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Event stream of a hub that reconnects after a failure and resumes where it stopped.
public final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The hub sends at least a comment every 15 s.
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(45);

    private static final Backoff BACKOFF = Backoff.doubling(Duration.ofMillis(250), Duration.ofSeconds(5));

    private final HubClient client;
    private final String pathAndQuery;
    private final PrintWriter err;
    private String last = "";
    private boolean answered;

    public EventStream(HubClient client, String pathAndQuery, PrintWriter err) {
        this.client = client;
        this.pathAndQuery = pathAndQuery;
        this.err = err;
    }

    /// Passes events to the sink until it returns false.
    ///
    /// @param sink gets the type and the data of each event
    void read(BiPredicate<String, JsonNode> sink) throws InterruptedException {
        int failures = 0;
        while (true) {
            String before = last;
            try (var body = new TimedBody(client.stream(pathAndQuery, last))) {
                if (!before.isEmpty()) {
                    warn("reconnected to the hub");
                }
                answered = true;
                if (!read(body, sink)) {
                    return;
                }
                warn("the hub closed the stream; reconnecting");
            } catch (IOException e) {
                if (!answered) {
                    throw client.failure(e);
                }
                warn("the stream failed (%s); reconnecting".formatted(e.getMessage()));
            }
            failures = last.equals(before) ? failures + 1 : 0;
            Thread.sleep(BACKOFF.delay(failures));
        }
    }

    private void warn(String what) {
        err.println("warning: " + what);
        err.flush();
    }

    private boolean read(InputStream body, BiPredicate<String, JsonNode> sink) throws IOException {
        var in = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        while (true) {
            Optional<ServerSentEvent> event = ServerSentEvent.next(in);
            if (event.isEmpty()) {
                return true;
            }
            JsonNode data = JSON.readTree(event.get().data());
            if (!sink.test(event.get().type(), data)) {
                return false;
            }
            if (!event.get().id().isEmpty()) {
                last = event.get().id();
            }
        }
    }

    /// A body with an idle timeout, for connections that were cut without notice.
    private static final class TimedBody extends FilterInputStream {
        private final Thread guard = Thread.ofVirtual().unstarted(this::watch);
        private volatile long lastRead = System.nanoTime();
        private volatile boolean timedOut;

        TimedBody(InputStream in) {
            super(in);
            guard.start();
        }

        private void watch() {
            try {
                while (System.nanoTime() - lastRead < IDLE_TIMEOUT.toNanos()) {
                    Thread.sleep(Duration.ofSeconds(1));
                }
                timedOut = true;
                in.close();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // closed in time
            } catch (IOException e) {
                LOG.debug("closing an idle stream", e);
            }
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            try {
                int count = super.read(to, offset, length);
                lastRead = System.nanoTime();
                return count;
            } catch (IOException e) {
                throw timedOut ? new IOException("no data for " + IDLE_TIMEOUT.toSeconds() + " s", e) : e;
            }
        }

        @Override
        public void close() throws IOException {
            guard.interrupt();
            super.close();
        }
    }

    /// The same, but turns an interrupt into a failure.
    public void follow(BiPredicate<String, JsonNode> sink) {
        try {
            read(sink);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted", e);
        }
    }
}
