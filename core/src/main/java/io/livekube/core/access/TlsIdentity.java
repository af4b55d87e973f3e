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

/// The certificate that we show when a connection is opened, which can be replaced while the program runs.
///
/// Connections that are open keep the certificate they were opened with. New ones don't take up an older one's TLS
/// session, which would bring its certificate along.
final class TlsIdentity {
    private final SSLContext context;
    private final RotatingKeyManager keys = new RotatingKeyManager();
    private Optional<ClientCertificate> current = Optional.empty();
    private volatile int edition;

    /// @param trust whom Java trusts, if null
    TlsIdentity(TrustManager @Nullable [] trust) throws GeneralSecurityException {
        context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {keys}, trust, new SecureRandom());
        AuthorityFile.boundSessions(context);
    }

    SSLContext context() {
        return context;
    }

    /// Counts how often connections that were open became outdated.
    int edition() {
        return edition;
    }

    /// Shows this certificate from now on.
    ///
    /// @param anyhow whether connections opened before are outdated even if they showed the same
    /// @return whether it is another one
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
