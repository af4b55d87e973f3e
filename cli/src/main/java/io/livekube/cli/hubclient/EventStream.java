package io.livekube.cli.hubclient;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.cli.terminal.CommandFailure;
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

/// A hub's stream that goes on after every break, from where it was.
public final class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    /// A hub says something every 15 s.
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private static final Duration FIRST_WAIT = Duration.ofMillis(250);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

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

    /// Hands out events until somebody has had enough of them.
    ///
    /// @param sink gets type and data; false ends it
    void read(BiPredicate<String, JsonNode> sink) throws InterruptedException {
        Duration wait = FIRST_WAIT;
        while (true) {
            String before = last;
            try (var body = new Guarded(client.stream(pathAndQuery, last))) {
                if (!before.isEmpty()) {
                    say("the hub is there again");
                }
                answered = true;
                if (!read(body, sink)) {
                    return;
                }
                say("the hub ended the stream; going on");
            } catch (IOException e) {
                if (!answered) {
                    throw client.failure(e);
                }
                say("the stream broke off (%s); trying again".formatted(e.getMessage()));
            }
            wait = last.equals(before) ? min(wait.multipliedBy(2), LONGEST_WAIT) : FIRST_WAIT;
            Thread.sleep(wait);
        }
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private void say(String what) {
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

    /// A body that ends by itself when nothing has come for too long: the way to the hub may be cut unseen.
    private static final class Guarded extends FilterInputStream {
        private final Thread guard = Thread.ofVirtual().unstarted(this::watch);
        private volatile long heard = System.nanoTime();
        private volatile boolean silent;

        Guarded(InputStream in) {
            super(in);
            guard.start();
        }

        private void watch() {
            try {
                while (System.nanoTime() - heard < SILENCE.toNanos()) {
                    Thread.sleep(Duration.ofSeconds(1));
                }
                silent = true;
                in.close();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt(); // it was closed in time
            } catch (IOException e) {
                LOG.debug("closing a silent stream", e);
            }
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            try {
                int count = super.read(to, offset, length);
                heard = System.nanoTime();
                return count;
            } catch (IOException e) {
                throw silent ? new IOException("nothing came for " + SILENCE.toSeconds() + " s", e) : e;
            }
        }

        @Override
        public void close() throws IOException {
            guard.interrupt();
            super.close();
        }
    }

    /// The same for a caller that is not to be interrupted.
    public void follow(BiPredicate<String, JsonNode> sink) {
        try {
            read(sink);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure("interrupted", e);
        }
    }
}
