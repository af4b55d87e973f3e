package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.Headers;
import io.livekube.testkit.fault.http.HttpInput;
import io.livekube.testkit.fault.http.MessageBody;
import io.livekube.testkit.fault.http.RequestHead;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Processes one exchange, from the head of its request to its end.
final class Relay {
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    /// How long a client may take to disconnect after the end of a response before its socket is closed.
    private static final Duration LINGER = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private final ProxyParts wiring;
    private final ProxiedExchange exchange;
    private final Socket client;
    private final HttpInput in;
    private @Nullable RequestHalf requestHalf;

    Relay(ProxyParts wiring, ProxiedExchange exchange, Socket client, HttpInput in) {
        this.wiring = wiring;
        this.exchange = exchange;
        this.client = client;
        this.in = in;
    }

    /// True if another request follows on the client's connection.
    boolean run() throws IOException, InterruptedException {
        try {
            try {
                carry();
            } catch (FaultNotApplicableException e) {
                fail(
                        ExchangeOutcome.FAULT_NOT_APPLICABLE,
                        "cannot apply " + exchange.script().faults() + ": " + e.getMessage());
            } catch (RuntimeException e) {
                fail(ExchangeOutcome.FAULT_NOT_APPLICABLE, "the script failed: " + e);
            } catch (ExchangeEndedException e) {
                throw e;
            } catch (IOException e) {
                fail(ExchangeOutcome.UPSTREAM_FAILED, wiring.upstream().url() + " broke off: " + e);
            }
        } catch (ExchangeEndedException e) {
            LOG.debug("{} ended early: {}", exchange.request(), exchange.outcome());
        }
        try {
            return settle();
        } finally {
            exchange.release();
        }
    }

    private void carry() throws IOException {
        Script script = exchange.script();
        Pause.of(script.latency(Direction.REQUEST));
        exchange.failIfEnded();
        Optional<Fault.Terminal> onArrival =
                script.terminals(Point.Arrival.class).findFirst();
        if (onArrival.isPresent()) {
            exchange.strike(onArrival.get());
        }
        Optional<Fault.Respond> answer = script.first(Fault.Respond.class);
        if (answer.isPresent()) {
            Pause.of(script.latency(Direction.RESPONSE));
            exchange.respond(answer.get(), ExchangeOutcome.RESPONDED);
            return;
        }
        UpstreamConnection upstream;
        try {
            upstream = UpstreamConnection.open(wiring.upstream(), wiring.tls());
        } catch (IOException e) {
            fail(
                    ExchangeOutcome.UPSTREAM_UNREACHABLE,
                    "cannot reach " + wiring.upstream().url() + ": " + e);
            return;
        }
        exchange.connected(upstream);
        upstream.out().write(outgoing().encode());
        upstream.out().flush();
        if (exchange.head().headers().first("Expect").isPresent()) {
            client.getOutputStream().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        RequestHalf half = listen(upstream.out());
        new ResponseHalf(exchange, upstream.in(), client.getOutputStream(), wiring.gate()).relay(half);
    }

    private RequestHalf listen(OutputStream sink) throws IOException {
        boolean chunked = exchange.head().headers().lists("Transfer-Encoding", "chunked");
        var half = new RequestHalf(
                exchange, in, MessageBody.ofRequest(exchange.head(), in).bytes(), chunked, sink);
        requestHalf = half;
        wiring.threads().execute(half);
        return half;
    }

    private RequestHead outgoing() {
        RequestHead head = exchange.head();
        boolean upgrades = head.headers().lists("Connection", "upgrade");
        Headers headers = head.headers()
                .without("Keep-Alive")
                .without("Expect")
                .with("Host", wiring.upstream().url().getRawAuthority())
                .with("Connection", upgrades ? "Upgrade" : "close");
        if (exchange.script().needsPlainBody()) {
            headers = headers.with("Accept-Encoding", "identity");
        }
        if (exchange.script().readsJson() && headers.lists("Accept", PROTOBUF)) {
            headers = headers.with("Accept", "application/json");
        }
        String target = wiring.upstream().url().getRawPath() + head.target();
        for (Fault.DropQuery drop : exchange.script().all(Fault.DropQuery.class).toList()) {
            target = without(target, drop);
        }
        return new RequestHead(head.method(), target, head.version(), headers);
    }

    private static String without(String target, Fault.DropQuery drop) {
        int mark = target.indexOf('?');
        if (mark < 0) {
            return target;
        }
        String query = Arrays.stream(target.substring(mark + 1).split("&", -1))
                .filter(pair -> !drop.names().contains(pair.split("=", 2)[0]))
                .collect(Collectors.joining("&"));
        return target.substring(0, mark) + (query.isEmpty() ? "" : "?" + query);
    }

    /// Reports failures: with a 502 that states the cause or, after the head, with a reset.
    private void fail(ExchangeOutcome how, String why) throws IOException {
        if (exchange.outcome() != ExchangeOutcome.IN_FLIGHT) {
            return;
        }
        exchange.failed(why);
        if (exchange.stream().isPresent()) {
            exchange.endWith(how);
            exchange.resetClient();
        } else {
            exchange.respond(Faults.respond(502).reason("BadGateway").message("fault proxy: " + why), how);
        }
    }

    private boolean settle() throws IOException, InterruptedException {
        RequestHalf half = requestHalf;
        if (half == null && !client.isClosed() && exchange.outcome() != ExchangeOutcome.RESET) {
            half = listen(OutputStream.nullOutputStream());
        }
        if (half == null) {
            exchange.resetClient();
            return false;
        }
        return switch (exchange.outcome()) {
            case COMPLETE, RESPONDED, CLOSED_CLEANLY, UPSTREAM_UNREACHABLE, UPSTREAM_FAILED, FAULT_NOT_APPLICABLE -> {
                if (reusable()) {
                    exchange.dropUpstream();
                    yield half.awaitEnd();
                }
                yield farewell(half);
            }
            case HALF_OPEN, STALLED -> {
                half.awaitEnd();
                yield false;
            }
            case CUT -> farewell(half);
            case RESET -> {
                exchange.resetClient(); // the thread that ended it may not have reset it yet
                yield false;
            }
            case CLIENT_GONE, TUNNELLED, PROXY_CLOSED, IN_FLIGHT -> false;
        };
    }

    private boolean reusable() {
        return exchange.keepsAlive()
                && !client.isClosed()
                && exchange.stream().filter(ClientStream::endsByClosing).isEmpty();
    }

    private boolean farewell(RequestHalf half) throws IOException, InterruptedException {
        exchange.finishClient();
        half.awaitEnd(LINGER);
        return false;
    }
}
