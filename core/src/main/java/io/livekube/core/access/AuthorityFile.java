package io.livekube.core.access;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Trusts exactly the authorities in a PEM file. The file is read whenever a server presents its certificate,
/// so that rotated authorities need no restart.
///
/// While the file is unusable, for example only partially written, the previous authorities stay trusted.
public final class AuthorityFile extends X509ExtendedTrustManager {
    private static final Logger LOG = LoggerFactory.getLogger(AuthorityFile.class);

    private record Content(ByteBuffer pem, X509ExtendedTrustManager trusted) {
        static Content of(byte[] pem) throws GeneralSecurityException, IOException {
            return new Content(ByteBuffer.wrap(pem), CertificateAuthorities.only(pem));
        }
    }

    private final Path file;
    private Content last;

    /// @throws GeneralSecurityException if the file holds anything but complete certificates
    public AuthorityFile(Path file) throws GeneralSecurityException, IOException {
        this.file = file;
        this.last = Content.of(Files.readAllBytes(file));
    }

    /// Limits TLS sessions to a minute. A resumed session presents no certificate, so without a limit an
    /// authority that was removed from the file would be trusted for a day.
    public static void boundSessions(SSLContext context) {
        context.getClientSessionContext().setSessionTimeout((int) ServiceAccount.READ_AGAIN_AFTER.toSeconds());
    }

    private synchronized X509ExtendedTrustManager now() {
        try {
            byte[] pem = Files.readAllBytes(file);
            if (!last.pem().equals(ByteBuffer.wrap(pem))) {
                last = Content.of(pem);
                LOG.info("certificate authority file {} has changed; trusting the new certificates", file);
            }
        } catch (GeneralSecurityException | IOException e) {
            LOG.warn(
                    "certificate authority file {} cannot be used; keeping the previous certificates: {}",
                    file,
                    e.toString());
        }
        return last.trusted();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        now().checkServerTrusted(chain, kind);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        now().checkServerTrusted(chain, kind, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        now().checkServerTrusted(chain, kind, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
        now().checkClientTrusted(chain, kind);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) throws CertificateException {
        now().checkClientTrusted(chain, kind, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) throws CertificateException {
        now().checkClientTrusted(chain, kind, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return now().getAcceptedIssuers();
    }
}
