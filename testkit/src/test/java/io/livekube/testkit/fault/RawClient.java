package io.livekube.testkit.fault;

import io.livekube.testkit.fault.http.HttpInput;
import io.livekube.testkit.fault.http.HttpResponseHead;
import io.livekube.testkit.fault.http.MessageBody;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Client that reports how exactly a response ended, which real clients hide.
final class RawClient implements AutoCloseable {

    enum End {
        CLEAN,
        CUT,
        RESET,
        SILENT
    }

    record Reply(HttpResponseHead head, String body, End end) {
        int lines() {
            return (int) body.chars().filter(c -> c == '\n').count();
        }
    }

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SILENCE = Duration.ofMillis(150);

    private final Socket socket;
    private final HttpInput in;

    RawClient(FaultProxy proxy) throws IOException {
        URI url = proxy.endpoint().url();
        socket = new Socket(url.getHost(), url.getPort());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        in = new HttpInput(socket.getInputStream());
    }

    static Reply get(FaultProxy proxy, String target, String... headers) throws IOException {
        try (var client = new RawClient(proxy)) {
            return client.send("GET", target, "", headers).reply();
        }
    }

    /// Like `get`, for a response of a head and the given number of lines, followed by silence. Only the
    /// silence has a short timeout; a busy machine may take its time for the rest.
    static Reply getUntilSilent(FaultProxy proxy, String target, int lines) throws IOException {
        try (var client = new RawClient(proxy)) {
            return client.send("GET", target, "").finish(client.readHead(), lines);
        }
    }

    /// Like `get`, when no response is expected.
    static Reply getSilence(FaultProxy proxy, String target) throws IOException {
        try (var client = new RawClient(proxy)) {
            client.expectSilence();
            return client.send("GET", target, "").reply();
        }
    }

    /// Starts a period in which nothing is expected to arrive.
    void expectSilence() throws SocketException {
        socket.setSoTimeout((int) SILENCE.toMillis());
    }

    /// The end of [#expectSilence].
    void expectMore() throws SocketException {
        socket.setSoTimeout((int) PATIENCE.toMillis());
    }

    RawClient send(String method, String target, String body, String... headers) throws IOException {
        var text = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: test\r\n");
        for (String header : headers) {
            text.append(header).append("\r\n");
        }
        if (!body.isEmpty()) {
            text.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        return raw(text + "\r\n" + body);
    }

    RawClient raw(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    HttpInput in() {
        return in;
    }

    HttpResponseHead readHead() throws IOException {
        return in.readResponseHead();
    }

    /// The next line of an open response with one frame per chunk.
    String readChunkLine() throws IOException {
        readLine();
        String frame = readLine();
        readLine();
        return frame;
    }

    /// The whole response and how it ended; without a response, a head with status 0.
    Reply reply() throws IOException {
        try {
            return finish(in.readResponseHead());
        } catch (EOFException e) {
            return nothing(End.CUT);
        } catch (SocketTimeoutException e) {
            return nothing(End.SILENT);
        } catch (SocketException e) {
            return nothing(End.RESET);
        }
    }

    Reply finish(HttpResponseHead head) throws IOException {
        return finish(head, Integer.MAX_VALUE);
    }

    private Reply finish(HttpResponseHead head, int linesBeforeSilence) throws IOException {
        var body = new ByteArrayOutputStream();
        End end = End.CLEAN;
        int lines = 0;
        try {
            if (linesBeforeSilence == 0) {
                expectSilence();
            }
            InputStream bytes = MessageBody.ofResponse("GET", head, in).bytes();
            for (int b = bytes.read(); b >= 0; b = bytes.read()) {
                body.write(b);
                if (b == '\n' && ++lines == linesBeforeSilence) {
                    expectSilence();
                }
            }
        } catch (EOFException e) {
            end = End.CUT;
        } catch (SocketTimeoutException e) {
            end = End.SILENT;
        } catch (SocketException e) {
            end = End.RESET;
        }
        return new Reply(head, body.toString(StandardCharsets.ISO_8859_1), end);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static Reply nothing(End end) {
        return new Reply(new HttpResponseHead(0, "", io.livekube.testkit.fault.http.Headers.NONE), "", end);
    }

    private String readLine() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
