package io.livekube.core.access;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS context whose client certificate can be replaced while the program runs.
///
/// Open connections keep the certificate that they were opened with. New ones don't resume earlier TLS
/// sessions, which would reuse the old certificate.
final class TlsIdentity {
    private final SSLContext context;
    private final RotatingKeyManager keys = new RotatingKeyManager();
    private Optional<ClientCertificate> current = Optional.empty();
    private volatile int edition;

    /// @param trust null for the authorities that the JDK trusts
    TlsIdentity(TrustManager @Nullable [] trust) throws GeneralSecurityException {
        context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {keys}, trust, new SecureRandom());
        AuthorityFile.boundSessions(context);
    }

    SSLContext context() {
        return context;
    }

    /// How many times open connections have become outdated.
    int edition() {
        return edition;
    }

    /// Uses this certificate for new connections.
    ///
    /// @param anyhow whether open connections become outdated even if the certificate is the same
    /// @return whether the certificate has changed
    synchronized boolean use(Optional<ClientCertificate> certificate, boolean anyhow) throws GeneralSecurityException {
        boolean other = !certificate.equals(current);
        if (other) {
            keys.replace(certificate);
            current = certificate;
        }
        if (other || (anyhow && certificate.isPresent())) {
            edition++;
            forgetSessions();
        }
        return other;
    }

    private void forgetSessions() {
        SSLSessionContext sessions = context.getClientSessionContext();
        for (byte[] id : Collections.list(sessions.getIds())) {
            SSLSession session = sessions.getSession(id);
            if (session != null) {
                session.invalidate();
            }
        }
    }
}
