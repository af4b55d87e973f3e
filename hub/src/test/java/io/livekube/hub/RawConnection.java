package io.livekube.hub;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/// A client that sends what no HTTP library would.
public final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MS = 40_000;

    /// How much the kernel may buffer for a client that does not read.
    private static final int RECEIVE_BUFFER = 16 << 10;

    private final Socket socket;

    public RawConnection(int port) throws IOException {
        this(new Socket(), port);
    }

    private RawConnection(Socket socket, int port) throws IOException {
        this.socket = socket;
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(PATIENCE_MS);
    }

    /// A connection that buffers little for a client that does not read.
    public static RawConnection narrow(int port) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(
                RECEIVE_BUFFER); // before connecting: afterwards the kernel has already advertised more
        return new RawConnection(socket, port);
    }

    public RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /// Sends more than the hub accepts; the hub may close the connection before everything is sent.
    public RawConnection sendTooMuch(String text) throws IOException {
        try {
            return send(text);
        } catch (SocketException closed) {
            return this;
        }
    }

    /// Reads until the hub closes the connection or has responded with a body.
    public String receive() throws IOException {
        var received = new ByteArrayOutputStream();
        byte[] room = new byte[8192];
        InputStream in = socket.getInputStream();
        try {
            for (int n = in.read(room); n >= 0; n = in.read(room)) {
                received.write(room, 0, n);
                if (received.toString(StandardCharsets.UTF_8).endsWith("}\n")) {
                    break;
                }
            }
        } catch (SocketException e) {
            received.writeBytes("(reset)".getBytes(StandardCharsets.UTF_8));
        }
        return received.toString(StandardCharsets.UTF_8);
    }

    /// Reads and discards what has arrived.
    public void discardReceived() throws IOException {
        InputStream in = socket.getInputStream();
        in.skipNBytes(in.available());
    }

    /// Sends one character after another until the hub closes the connection; returns whether it did.
    public boolean trickle(int most, int everyMs) throws IOException {
        socket.setSoTimeout(everyMs);
        for (int i = 0; i < most; i++) {
            try {
                send("x");
                if (socket.getInputStream().read() < 0) {
                    return true;
                }
            } catch (SocketTimeoutException e) {
                assert socket.isConnected() : e;
            } catch (SocketException e) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
