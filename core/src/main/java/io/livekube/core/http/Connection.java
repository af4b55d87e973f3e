package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import io.livekube.core.access.ApiAccess;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// Connection to an API server, for one exchange at a time.
///
/// Any thread may close it: that closes the socket below TLS, which does not block and ends a blocked read.
final class Connection implements Closeable {
    private final Socket bare;
    private final SocketInput raw;
    private final WireReader in;
    private final OutputStream out;
    private final int edition;
    private boolean used;

    private Connection(BufferedSocket bare, InputStream in, OutputStream out, int edition) throws IOException {
        this.edition = edition;
        this.bare = bare;
        this.raw = bare.getInputStream();
        this.in = new WireReader(in);
        this.out = out;
    }

    /// Connects, through the proxy that the JDK is configured to use for this server, and performs the
    /// TLS handshake.
    ///
    /// @param edition of the credentials, read beforehand, since they may be replaced in the meantime
    static Connection open(ApiAccess access, int edition, Duration timeout, Watchdog watchdog) throws IOException {
        URI server = access.server();
        boolean tls = server.getScheme().equals("https");
        String host = server.getHost().replaceAll("^\\[|]$", "");
        int port = server.getPort() >= 0 ? server.getPort() : tls ? 443 : 80;
        Proxy proxy = ProxySelector.getDefault().select(server).getFirst();
        BufferedSocket bare = new BufferedSocket(proxy);
        try (var guard = watchdog.guard(bare, timeout.toNanos())) {
            try {
                bare.setTcpNoDelay(true);
                bare.connect(
                        proxy.type() == Proxy.Type.DIRECT
                                ? new InetSocketAddress(host, port)
                                : InetSocketAddress.createUnresolved(host, port));
                Socket socket = tls ? handshake(access, bare, host, port) : bare;
                return new Connection(bare, socket.getInputStream(), socket.getOutputStream(), edition);
            } catch (IOException e) {
                bare.close();
                String why = guard.fired() ? "not within " + timeout : RequestFailure.describe(e);
                throw new IOException("can't connect: " + why, e);
            }
        }
    }

    private static SSLSocket handshake(ApiAccess access, Socket bare, String host, int port) throws IOException {
        String name = access.tlsServerName().orElse(host);
        var socket = (SSLSocket) access.tls().get().getSocketFactory().createSocket(bare, name, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /// Edition of the credentials that it was opened with.
    int edition() {
        return edition;
    }

    SocketInput raw() {
        return raw;
    }

    WireReader in() {
        return in;
    }

    /// Whether it has served an exchange before; if so, the server may have closed it in the meantime.
    boolean used() {
        return used;
    }

    void markUsed() {
        used = true;
    }

    void send(byte[] request) throws IOException {
        out.write(request);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        bare.close();
    }

    /// Socket that is read with few system calls, also by TLS.
    private static final class BufferedSocket extends Socket {
        private @Nullable SocketInput in;

        BufferedSocket(Proxy proxy) {
            super(proxy);
        }

        @Override
        public SocketInput getInputStream() throws IOException {
            if (in == null) {
                in = new SocketInput(super.getInputStream());
            }
            return in;
        }
    }
}
