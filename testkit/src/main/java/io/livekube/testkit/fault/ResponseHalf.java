package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.HttpInput;
import io.livekube.testkit.fault.http.HttpResponseHead;
import io.livekube.testkit.fault.http.MessageBody;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Upstream side of an exchange: reads the response and forwards it as scripted.
///
/// Any exception except [ExchangeEndedException] is a failure of the upstream or the script.
final class ResponseHalf {

    private final ProxiedExchange exchange;
    private final Script script;
    private final HttpInput in;
    private final OutputStream client;
    private final Gate gate;

    ResponseHalf(ProxiedExchange exchange, HttpInput in, OutputStream client, Gate gate) {
        this.exchange = exchange;
        this.script = exchange.script();
        this.in = in;
        this.client = client;
        this.gate = gate;
    }

    void relay(RequestHalf other) throws IOException {
        HttpResponseHead head = in.readResponseHead();
        while (head.status() / 100 == 1 && head.status() != 101) {
            head = in.readResponseHead();
        }
        if (head.status() == 101) {
            tunnel(head, other);
            return;
        }
        Pause.of(script.latency(Direction.RESPONSE));
        exchange.failIfEnded();
        Optional<Fault.Terminal> unseen = script.terminals(Point.Answered.class).findFirst();
        if (unseen.isPresent()) {
            exchange.strike(unseen.get());
        }
        MessageBody body = MessageBody.ofResponse(exchange.request().method(), head, in);
        boolean touched = head.successful();
        if (touched && script.needsPlainBody()) {
            requirePlain(head);
        }
        for (Fault.SetHeader set : script.all(Fault.SetHeader.class).toList()) {
            head = head.with(head.headers().with(set.name(), set.value()));
        }
        if (bodiless(head)) {
            open(head, OptionalLong.empty(), false, true).complete();
        } else if (touched && script.touchesBody()) {
            relayWhole(head, body);
        } else {
            relayStream(head, body, touched);
        }
    }

    private void relayWhole(HttpResponseHead head, MessageBody body) throws IOException {
        byte[] whole = body.bytes().readAllBytes();
        for (Fault.OnBody fault : script.all(Fault.OnBody.class).toList()) {
            whole = BodyFaults.apply(fault, whole);
        }
        boolean gzip = gzips();
        boolean lengthHolds = !gzip && !script.mayEndCleanlyEarly();
        ClientStream stream =
                open(head, lengthHolds ? OptionalLong.of(whole.length) : OptionalLong.empty(), gzip, false);
        stream.write(whole);
        stream.complete();
    }

    private void relayStream(HttpResponseHead head, MessageBody body, boolean touched) throws IOException {
        boolean gzip = touched && gzips();
        boolean framed = touched && (script.touchesFrames() || watchesPlain(head));
        boolean lengthHolds = !gzip && !(touched && script.touchesFrames()) && !script.mayEndCleanlyEarly();
        ClientStream stream = open(head, lengthHolds ? body.length() : OptionalLong.empty(), gzip, false);
        if (framed) {
            relayFrames(new FrameReader(body.bytes()), stream);
        } else {
            byte[] buffer = new byte[16 * 1024];
            for (int n = body.bytes().read(buffer); n >= 0; n = body.bytes().read(buffer)) {
                stream.write(Arrays.copyOf(buffer, n));
            }
        }
        stream.complete();
    }

    private void relayFrames(FrameReader reader, ClientStream stream) throws IOException {
        var faults = new FrameFaults(script);
        for (Optional<Frame> frame = reader.next(); frame.isPresent(); frame = reader.next()) {
            write(faults.pass(frame.get()), stream);
        }
        write(faults.atEnd(), stream);
    }

    private static void write(List<Frame> frames, ClientStream stream) throws IOException {
        for (Frame frame : frames) {
            stream.writeFrame(frame.bytes());
        }
    }

    private ClientStream open(HttpResponseHead head, OptionalLong length, boolean gzip, boolean bodiless)
            throws IOException {
        var stream = bodiless
                ? ClientStream.bodiless(exchange, client, gate)
                : new ClientStream(exchange, client, gate, length, gzip);
        exchange.streaming(stream);
        stream.start(head);
        return stream;
    }

    private void tunnel(HttpResponseHead head, RequestHalf other) throws IOException {
        other.tunnel();
        exchange.headSent(head.status());
        client.write(head.encode());
        client.flush();
        in.transferTo(client);
        exchange.endWith(ExchangeOutcome.TUNNELLED);
    }

    private boolean bodiless(HttpResponseHead head) {
        return exchange.request().method().equals("HEAD") || head.status() == 204 || head.status() == 304;
    }

    private boolean watchesPlain(HttpResponseHead head) {
        return exchange.request().isWatch()
                && head.headers().first("Content-Encoding").isEmpty()
                && head.headers()
                        .first("Content-Type")
                        .filter(t -> t.contains("json"))
                        .isPresent();
    }

    private boolean gzips() {
        return script.first(Fault.GzipMembers.class)
                .filter(g -> g.forced() || exchange.head().headers().lists("Accept-Encoding", "gzip"))
                .isPresent();
    }

    private void requirePlain(HttpResponseHead head) throws FaultNotApplicableException {
        Optional<String> encoding = head.headers().first("Content-Encoding").filter(e -> !e.equals("identity"));
        if (encoding.isPresent()) {
            throw new FaultNotApplicableException(
                    "the upstream encoded the body (" + encoding.get() + ") though asked not to");
        }
        boolean json = head.headers().first("Content-Type").orElse("json").contains("json");
        if (!json && script.readsJson()) {
            throw new FaultNotApplicableException("the body is not JSON but "
                    + head.headers().first("Content-Type").orElse("unnamed"));
        }
    }
}
