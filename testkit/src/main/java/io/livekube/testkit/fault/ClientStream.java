package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.Headers;
import io.livekube.testkit.fault.http.HttpResponseHead;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;

/// Response sent to the client: framing, pace, and the points at which the script ends it.
///
/// The outcome is set before the last byte is sent, so that a client that has seen the end finds it in the
/// log. A frame is written under the lock, so that a clean end from another thread never interrupts one.
final class ClientStream {

    private enum Framing {
        NONE,
        LENGTH,
        CHUNKED,
        UNTIL_CLOSE
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final ProxiedExchange exchange;
    private final OutputStream out;
    private final Gate gate;
    private final Script script;
    private final boolean gzip;
    private final Framing framing;
    private final OptionalLong length;
    private final ExchangeOutcome whole;
    private long bytes;
    private int frames;

    /// @param length of the body, if it is known and will be correct
    ClientStream(ProxiedExchange exchange, OutputStream out, Gate gate, OptionalLong length, boolean gzip) {
        this(
                exchange,
                out,
                gate,
                length.isPresent() ? Framing.LENGTH : exchange.http10() ? Framing.UNTIL_CLOSE : Framing.CHUNKED,
                length,
                gzip,
                ExchangeOutcome.COMPLETE);
    }

    /// Sends a response without a body, whatever its head says.
    static ClientStream bodiless(ProxiedExchange exchange, OutputStream out, Gate gate) {
        return new ClientStream(exchange, out, gate, Framing.NONE, OptionalLong.of(0), false, ExchangeOutcome.COMPLETE);
    }

    private ClientStream(
            ProxiedExchange exchange,
            OutputStream out,
            Gate gate,
            Framing framing,
            OptionalLong length,
            boolean gzip,
            ExchangeOutcome whole) {
        this.exchange = exchange;
        this.out = out;
        this.gate = gate;
        this.script = exchange.script();
        this.gzip = gzip;
        this.framing = framing;
        this.length = length;
        this.whole = whole;
    }

    /// Sends a complete response of the proxy itself.
    static void answer(
            ProxiedExchange exchange,
            OutputStream out,
            Gate gate,
            int status,
            Headers headers,
            byte[] body,
            ExchangeOutcome how)
            throws IOException {
        var stream = new ClientStream(exchange, out, gate, Framing.LENGTH, OptionalLong.of(body.length), false, how);
        exchange.streaming(stream);
        stream.start(new HttpResponseHead(status, "", headers));
        if (!exchange.request().method().equals("HEAD")) {
            stream.write(body);
        }
        stream.complete();
    }

    boolean canFinishEarly() {
        return framing == Framing.CHUNKED || framing == Framing.UNTIL_CLOSE;
    }

    boolean endsByClosing() {
        return framing == Framing.UNTIL_CLOSE;
    }

    void start(HttpResponseHead head) throws IOException {
        lock.lock();
        try {
            exchange.headSent(head.status());
            send(head.with(framed(head.headers())).encode(), isLast(0));
            strikeAt(new Point.Head());
            strikeAt(new Point.Bytes(0));
            strikeAt(new Point.Events(0, false));
        } finally {
            lock.unlock();
        }
    }

    void write(byte[] piece) throws IOException {
        lock.lock();
        try {
            writeEncoded(gzip ? GzipMember.of(piece) : piece);
        } finally {
            lock.unlock();
        }
    }

    void writeFrame(byte[] frame) throws IOException {
        lock.lock();
        try {
            byte[] encoded = gzip ? GzipMember.of(frame) : frame;
            Optional<Fault.Terminal> half = script.terminalAt(new Point.Events(frames, true));
            if (half.isPresent()) {
                byte[] part = Arrays.copyOf(encoded, Math.max(1, encoded.length / 2));
                boolean clean = half.get() instanceof Fault.End end && end.ending() == Ending.CLOSE_CLEANLY;
                writeChunk(part, 0, part.length, clean ? part.length : encoded.length);
                exchange.strike(half.get());
            }
            writeEncoded(encoded);
            frames++;
            exchange.progress(bytes, frames);
            strikeAt(new Point.Events(frames, false));
        } finally {
            lock.unlock();
        }
    }

    /// Completes the response with the end that its framing requires.
    void complete() throws IOException {
        endAs(whole);
    }

    private void endAs(ExchangeOutcome how) throws IOException {
        lock.lock();
        try {
            if (framing == Framing.CHUNKED) {
                send("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII), Optional.of(how));
            } else {
                exchange.endWith(how);
            }
        } finally {
            lock.unlock();
        }
    }

    /// From any thread: sends a last frame, if any, and the proper end, unless the exchange has ended by
    /// then.
    void finishEarly(Optional<String> lastFrame) throws IOException {
        lock.lock();
        try {
            exchange.failIfEnded();
            if (lastFrame.isPresent()) {
                byte[] frame = lastFrame.get().getBytes(StandardCharsets.UTF_8);
                byte[] encoded = gzip ? GzipMember.of(frame) : frame;
                writeChunk(encoded, 0, encoded.length, encoded.length);
                exchange.progress(bytes, ++frames);
            }
            endAs(ExchangeOutcome.CLOSED_CLEANLY);
        } finally {
            lock.unlock();
        }
    }

    private Headers framed(Headers upstream) {
        Headers headers = upstream.without("Connection").without("Keep-Alive");
        headers = headers.with("Connection", exchange.keepsAlive() && !endsByClosing() ? "keep-alive" : "close");
        if (gzip) {
            headers = headers.with("Content-Encoding", "gzip");
        }
        if (framing == Framing.NONE) {
            return headers;
        }
        headers = headers.without("Content-Length").without("Transfer-Encoding");
        if (length.isPresent()) {
            return headers.with("Content-Length", Long.toString(length.getAsLong()));
        }
        return framing == Framing.CHUNKED ? headers.with("Transfer-Encoding", "chunked") : headers;
    }

    private void writeEncoded(byte[] piece) throws IOException {
        Optional<Fault.Pace> pace = script.pace(Direction.RESPONSE);
        int step = pace.map(Fault.Pace::bytes).orElse(Integer.MAX_VALUE);
        for (int from = 0; from < piece.length; ) {
            int length = Math.min(step, piece.length - from);
            int allowed = (int) Math.min(length, bytesBeforeStrike());
            boolean clean = script.mayEndCleanlyEarly();
            if (allowed > 0) {
                writeChunk(piece, from, allowed, clean ? allowed : length);
            }
            strikeAt(new Point.Bytes(bytes));
            from += length;
            if (pace.isPresent()) {
                Pause.of(pace.get().every());
            }
        }
    }

    private long bytesBeforeStrike() {
        return script.terminals(Point.Bytes.class)
                .mapToLong(t -> ((Point.Bytes) t.at()).count() - bytes)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /// @param declared the size in the chunk's head; more than is written if the chunk is to be truncated
    private void writeChunk(byte[] piece, int from, int written, int declared) throws IOException {
        if (framing == Framing.CHUNKED) {
            byte[] size = (Integer.toHexString(declared) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            byte[] chunk = new byte[size.length + written + (declared == written ? 2 : 0)];
            System.arraycopy(size, 0, chunk, 0, size.length);
            System.arraycopy(piece, from, chunk, size.length, written);
            if (declared == written) {
                chunk[chunk.length - 2] = '\r';
                chunk[chunk.length - 1] = '\n';
            }
            send(chunk, Optional.empty());
        } else {
            send(Arrays.copyOfRange(piece, from, from + written), isLast(bytes + written));
        }
        bytes += written;
        exchange.progress(bytes, frames);
    }

    private Optional<ExchangeOutcome> isLast(long bytesAfter) {
        return length.isPresent() && length.getAsLong() == bytesAfter ? Optional.of(whole) : Optional.empty();
    }

    /// @param last the outcome of the exchange once this is sent
    private void send(byte[] raw, Optional<ExchangeOutcome> last) throws IOException {
        gate.pass();
        exchange.failIfEnded();
        if (last.isPresent() && !exchange.endWith(last.get())) {
            throw new ExchangeEndedException();
        }
        try {
            out.write(raw);
            out.flush();
        } catch (IOException e) {
            exchange.clientGone();
            throw new ExchangeEndedException();
        }
    }

    private void strikeAt(Point point) throws IOException {
        Optional<Fault.Terminal> terminal = script.terminalAt(point);
        if (terminal.isPresent()) {
            exchange.strike(terminal.get());
        }
    }
}
