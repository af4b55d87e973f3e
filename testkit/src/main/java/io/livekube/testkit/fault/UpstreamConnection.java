package io.livekube.testkit.fault;

import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.fault.http.HttpInput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// Connection to the upstream, for one request.
final class UpstreamConnection {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private final Socket transport;
    private final HttpInput in;
    private final OutputStream out;

    private UpstreamConnection(Socket transport, Socket socket) throws IOException {
        this.transport = transport;
        this.in = new HttpInput(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    static UpstreamConnection open(ApiEndpoint endpoint, SSLContext tls) throws IOException {
        URI url = endpoint.url();
        boolean secure = url.getScheme().equals("https");
        int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
        var transport = new Socket();
        try {
            transport.setTcpNoDelay(true);
            transport.connect(new InetSocketAddress(url.getHost(), port), (int) CONNECT_TIMEOUT.toMillis());
            return new UpstreamConnection(transport, secure ? secured(transport, url.getHost(), port, tls) : transport);
        } catch (IOException e) {
            transport.close();
            throw e;
        }
    }

    private static Socket secured(Socket transport, String host, int port, SSLContext tls) throws IOException {
        var socket = (SSLSocket) tls.getSocketFactory().createSocket(transport, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    HttpInput in() {
        return in;
    }

    OutputStream out() {
        return out;
    }

    /// Closes the socket below TLS, from any thread, because closing TLS can block.
    void drop() {
        try {
            transport.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the connection to the upstream", e);
        }
    }
}
