package io.livekube.hub.transport;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// An HTTP/2 client that sends frames no library would send.
final class RawHttp2 implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int PRIORITY = 0x20;
    private static final int PATIENCE_MS = 40_000;

    private final SSLSocket socket;
    private final DataOutputStream out;
    private final DataInputStream in;

    /// A frame as received.
    record Frame(int type, int flags, int stream, ByteBuffer payload) {
        /// Whether these are the headers of a response with status 200, which is one byte, possibly after a
        /// priority.
        boolean ok() {
            return type == HEADERS && payload.get((flags & PRIORITY) == 0 ? 0 : 5) == (byte) 0x88;
        }

        /// One of the hub's settings; -1 if it was not sent.
        long setting(int id) {
            for (int i = 0; i + 6 <= payload.limit(); i += 6) {
                if (payload.getShort(i) == id) {
                    return Integer.toUnsignedLong(payload.getInt(i + 2));
                }
            }
            return -1;
        }
    }

    RawHttp2(SSLContext tls, int port) throws IOException {
        socket = (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(PATIENCE_MS);
        socket.startHandshake();
        out = new DataOutputStream(socket.getOutputStream());
        in = new DataInputStream(socket.getInputStream());
        out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        send(SETTINGS, 0, 0, new byte[0]);
        flush();
    }

    RawHttp2 send(int type, int flags, int stream, byte[] payload) throws IOException {
        out.write(new byte[] {(byte) (payload.length >> 16), (byte) (payload.length >> 8), (byte) payload.length});
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
        return this;
    }

    /// Allows the hub to send more, on a stream or, for 0, on the connection.
    RawHttp2 allow(int stream, int bytes) throws IOException {
        return send(WINDOW_UPDATE, 0, stream, number(bytes));
    }

    RawHttp2 reset(int stream) throws IOException {
        return send(RST_STREAM, 0, stream, number(8));
    }

    static byte[] number(int number) {
        return new byte[] {(byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8), (byte) number};
    }

    RawHttp2 get(int stream, String path) throws IOException {
        return send(HEADERS, END_HEADERS | END_STREAM, stream, head(0x82, path));
    }

    /// Sends the headers of a request whose body is never sent.
    RawHttp2 beginPost(int stream, String path) throws IOException {
        return send(HEADERS, END_HEADERS, stream, head(0x83, path));
    }

    static byte[] head(int method, String path) {
        var head = new ByteArrayOutputStream();
        head.write(method);
        head.write(0x87); // https
        head.write(0x01); // :authority, not indexed
        head.write(1);
        head.write('x');
        head.write(0x04); // :path, not indexed
        byte[] text = path.getBytes(StandardCharsets.US_ASCII);
        if (text.length >= 127) {
            head.write(127);
            int rest = text.length - 127;
            while (rest >= 128) {
                head.write((rest & 127) | 128);
                rest >>= 7;
            }
            head.write(rest);
        } else {
            head.write(text.length);
        }
        head.writeBytes(text);
        return head.toByteArray();
    }

    RawHttp2 flush() throws IOException {
        out.flush();
        return this;
    }

    /// The next frame; empty if the hub has closed the connection.
    Optional<Frame> next() throws IOException {
        try {
            int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            return Optional.of(new Frame(type, flags, stream, ByteBuffer.wrap(in.readNBytes(length))));
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (EOFException | SocketException e) {
            return Optional.empty();
        }
    }

    /// Waits for a frame, skipping all others.
    Frame await(Predicate<Frame> wanted) throws IOException {
        Optional<Frame> frame = next();
        while (frame.isPresent()) {
            if (wanted.test(frame.get())) {
                return frame.get();
            }
            frame = next();
        }
        throw new AssertionError("the hub closed the connection");
    }

    /// Reads to the end; returns whether the hub sent GOAWAY or closed the connection.
    boolean ends() throws IOException {
        Optional<Frame> frame = next();
        while (frame.isPresent() && frame.get().type() != GOAWAY) {
            frame = next();
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
