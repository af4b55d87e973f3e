package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.Headers;
import io.livekube.testkit.fault.http.RequestHead;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request and its response: the script for it, and its outcome.
///
/// It leaves `IN_FLIGHT` exactly once. The thread that ends it, relay or other, drops the upstream's
/// connection, which wakes the relay; every write to the client first checks that it still runs.
final class ProxiedExchange {

    private static final Logger LOG = LoggerFactory.getLogger(ProxiedExchange.class);

    private final ProxyParts wiring;
    private final Socket client;
    private final RequestHead head;
    private final SeenRequest seen;
    private final Script script;
    private final AtomicReference<ExchangeOutcome> outcome = new AtomicReference<>(ExchangeOutcome.IN_FLIGHT);
    private volatile @Nullable UpstreamConnection upstream;
    private volatile @Nullable ClientStream stream;
    private volatile @Nullable Future<?> timer;

    ProxiedExchange(ProxyParts wiring, Socket client, RequestHead head, ProxiedRequest request) {
        this.wiring = wiring;
        this.client = client;
        this.head = head;
        Optional<Rule> rule = wiring.rules().claim(request);
        this.script = Script.of(rule);
        this.seen =
                new SeenRequest(request, rule, OptionalInt.empty(), ExchangeOutcome.IN_FLIGHT, 0, 0, Optional.empty());
        wiring.live().add(this); // first, so that a request in the log can be ended
        wiring.log().add(seen);
    }

    ProxiedRequest request() {
        return seen.request();
    }

    RequestHead head() {
        return head;
    }

    Script script() {
        return script;
    }

    ExchangeOutcome outcome() {
        return outcome.get();
    }

    boolean http10() {
        return head.version().equals("HTTP/1.0");
    }

    boolean keepsAlive() {
        return head.keepsAlive();
    }

    Optional<ClientStream> stream() {
        return Optional.ofNullable(stream);
    }

    // what the relay reports

    void connected(UpstreamConnection connection) throws IOException {
        upstream = connection;
        failIfEnded();
    }

    void streaming(ClientStream started) {
        stream = started;
    }

    void headSent(int status) {
        wiring.log().change(seen, s -> s.status(status));
        script.terminals(Point.Elapsed.class).findFirst().ifPresent(terminal -> {
            var after = (Point.Elapsed) terminal.at();
            timer = wiring.threads().submit(() -> {
                Pause.of(after.duration());
                terminate(terminal);
                return null;
            });
        });
    }

    void progress(long bytes, int frames) {
        wiring.log().change(seen, s -> s.sent(bytes, frames));
    }

    void failed(String why) {
        wiring.log().change(seen, s -> s.failed(why));
    }

    void failIfEnded() throws ExchangeEndedException {
        if (outcome.get() != ExchangeOutcome.IN_FLIGHT) {
            throw new ExchangeEndedException();
        }
    }

    // how it ends

    /// True for the only caller that ended it.
    boolean endWith(ExchangeOutcome how) {
        if (!outcome.compareAndSet(ExchangeOutcome.IN_FLIGHT, how)) {
            return false;
        }
        wiring.live().remove(this);
        wiring.log().change(seen, s -> s.ended(how));
        return true;
    }

    /// For the relay: ends the exchange and stops the caller.
    void strike(Fault.Terminal terminal) throws IOException {
        terminate(terminal);
        throw new ExchangeEndedException();
    }

    /// From any thread; has no effect if the exchange has ended.
    void terminate(Fault.Terminal terminal) throws IOException {
        switch (terminal) {
            case Fault.End end -> end(end.ending());
            case Fault.ErrorEvent error -> finishEarly(Optional.of(error.error().errorFrame()));
        }
    }

    void end(Ending ending) throws IOException {
        if (ending == Ending.CLOSE_CLEANLY) {
            finishEarly(Optional.empty());
            return;
        }
        if (!endWith(ending.outcome())) {
            return;
        }
        if (ending == Ending.CUT) {
            finishClient();
        } else if (ending == Ending.RESET) {
            resetClient();
        }
        if (ending != Ending.STALL) {
            dropUpstream();
        }
    }

    private void finishEarly(Optional<String> lastFrame) throws IOException {
        ClientStream started = stream;
        if (started == null || !started.canFinishEarly()) {
            end(Ending.CUT);
            return;
        }
        try {
            started.finishEarly(lastFrame);
        } catch (ExchangeEndedException e) {
            LOG.debug("{} had ended before its clean end", request());
        } finally {
            dropUpstream();
        }
    }

    void clientGone() {
        endWith(ExchangeOutcome.CLIENT_GONE);
        dropUpstream();
    }

    /// FIN, once.
    synchronized void finishClient() throws IOException {
        try {
            if (!client.isClosed() && !client.isOutputShutdown()) {
                client.shutdownOutput();
            }
        } catch (SocketException e) {
            LOG.debug("{}: the client had left before its end: {}", request(), e.toString());
        }
    }

    /// RST, once.
    synchronized void resetClient() throws IOException {
        try {
            if (!client.isClosed()) {
                client.setSoLinger(true, 0);
                client.close();
            }
        } catch (SocketException e) {
            LOG.debug("{}: the client had left before its reset: {}", request(), e.toString());
        }
    }

    void dropUpstream() {
        UpstreamConnection connection = upstream;
        if (connection != null) {
            connection.drop();
        }
    }

    void release() {
        dropUpstream();
        Future<?> pending = timer;
        if (pending != null) {
            pending.cancel(true);
        }
    }

    /// Sends a response of the proxy itself.
    void respond(Fault.Respond answer, ExchangeOutcome how) throws IOException {
        byte[] body = answer.body().orElseGet(answer.error()::json).getBytes(StandardCharsets.UTF_8);
        Headers headers = answer.headers().first("Content-Type").isPresent()
                ? answer.headers()
                : answer.headers().with("Content-Type", "application/json");
        ClientStream.answer(
                this, client.getOutputStream(), wiring.gate(), answer.error().code(), headers, body, how);
    }
}
