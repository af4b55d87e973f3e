package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.HttpInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Client side of an exchange: forwards the request's body, then waits for the next request or a disconnect.
///
/// The only reader of the client's connection between its start and [#awaitEnd].
final class RequestHalf implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(RequestHalf.class);

    private final ProxiedExchange exchange;
    private final HttpInput in;
    private final InputStream body;
    private final boolean chunked;
    private final CountDownLatch ended = new CountDownLatch(1);
    private OutputStream sink;
    private boolean readyForNext;
    private volatile boolean tunnel;

    /// @param sink receives the body; a null stream discards it
    RequestHalf(ProxiedExchange exchange, HttpInput in, InputStream body, boolean chunked, OutputStream sink) {
        this.exchange = exchange;
        this.in = in;
        this.body = body;
        this.chunked = chunked;
        this.sink = sink;
    }

    /// Switches to forwarding raw bytes, because the client no longer speaks HTTP.
    void tunnel() {
        tunnel = true;
    }

    @Override
    public void run() {
        try {
            forwardBody();
            boolean more = in.awaitByte();
            if (more && tunnel) {
                in.transferTo(sink);
                more = false;
            }
            if (more && deaf()) {
                in.discardUntilEnd();
                more = false;
            }
            readyForNext = more;
            if (!more) {
                exchange.clientGone();
            }
        } catch (IOException e) {
            LOG.debug("{}: the client's side ended: {}", exchange.request(), e.toString());
            exchange.clientGone();
        } finally {
            ended.countDown();
        }
    }

    /// Waits until the client has disconnected or sent more; true if a next request follows.
    boolean awaitEnd() throws InterruptedException {
        ended.await();
        return readyForNext;
    }

    void awaitEnd(Duration atMost) throws InterruptedException {
        boolean left = ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        LOG.debug("{}: the client {} after the end", exchange.request(), left ? "left" : "stayed");
    }

    private boolean deaf() {
        return switch (exchange.outcome()) {
            case HALF_OPEN, STALLED, CUT -> true;
            default -> false;
        };
    }

    private void forwardBody() throws IOException {
        Optional<Fault.Pace> pace = exchange.script().pace(Direction.REQUEST);
        byte[] buffer = new byte[Math.min(16 * 1024, pace.map(Fault.Pace::bytes).orElse(Integer.MAX_VALUE))];
        Optional<Fault.Terminal> terminal =
                exchange.script().terminals(Point.RequestBytes.class).findFirst();
        long left = terminal.map(t -> ((Point.RequestBytes) t.at()).count()).orElse(Long.MAX_VALUE);
        for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
            forward(buffer, (int) Math.min(n, left));
            left -= n;
            if (left <= 0 && terminal.isPresent()) {
                exchange.terminate(terminal.get());
                in.discardUntilEnd();
                return;
            }
            if (pace.isPresent()) {
                Pause.of(pace.get().every());
            }
        }
        if (chunked) {
            toUpstream("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void forward(byte[] buffer, int length) {
        if (length <= 0) {
            return;
        }
        if (chunked) {
            toUpstream((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        }
        toUpstream(Arrays.copyOf(buffer, length));
        if (chunked) {
            toUpstream("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void toUpstream(byte[] bytes) {
        try {
            sink.write(bytes);
            sink.flush();
        } catch (IOException e) {
            // Not the end: an upstream may respond, and close, without reading the body. The relay reads the response.
            LOG.debug("{}: the upstream stopped reading the body: {}", exchange.request(), e.toString());
            sink = OutputStream.nullOutputStream();
        }
    }
}
