package io.livekube.core.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/// An HTTPS server that requests a client certificate, and answers every request with the name in it.
final class CertifiedServer implements AutoCloseable {
    /// Names that are not let in.
    final Set<String> refused = ConcurrentHashMap.newKeySet();

    /// The server names that clients sent (SNI).
    final Queue<String> wanted = new ConcurrentLinkedQueue<>();

    private final SSLServerSocket server;
    private final TestingCertificate certificate = TestingCertificate.named("server");

    CertifiedServer() throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(certificate.read().keyManagers(), new TrustManager[] {new AllButRefused()}, null);
        server = (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setNeedClientAuth(true);
        Thread.ofVirtual().start(this::serve);
    }

    URI url() {
        return URI.create("https://127.0.0.1:" + server.getLocalPort());
    }

    TestingCertificate certificate() {
        return certificate;
    }

    /// Trusts this server.
    TrustManager[] trust() throws Exception {
        return new TrustManager[] {new Only(certificate.read().chain().getFirst())};
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> answer((SSLSocket) socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void answer(SSLSocket socket) {
        try (socket) {
            ((ExtendedSSLSession) socket.getSession())
                    .getRequestedServerNames()
                    .forEach(sni -> wanted.add(new String(sni.getEncoded(), ISO_8859_1)));
            String name = socket.getSession().getPeerPrincipal().getName().replace("CN=", "");
            String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(name.length(), name);
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
            while (in.readLine() != null) {
                for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                    // up to the end of the request
                }
                socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
            }
        } catch (IOException e) {
            // The client was not let in, or is gone.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private final class AllButRefused implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            if (refused.contains(chain[0].getSubjectX500Principal().getName().replace("CN=", ""))) {
                throw new CertificateException("not let in");
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            throw new CertificateException("no server is asked here");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private record Only(X509Certificate trusted) implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            throw new CertificateException("no client is let in here");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
            if (!trusted.equals(chain[0])) {
                throw new CertificateException("another server");
            }
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
