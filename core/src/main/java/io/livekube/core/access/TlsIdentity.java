package io.livekube.core.access;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS contexts of one client, whose certificate can be replaced while the program runs.
///
/// Each certificate has its own context. Open connections keep the one that they were opened with. New ones don't
/// resume its TLS sessions, which would reuse the old certificate.
final class TlsIdentity implements Supplier<SSLContext> {
    private final TrustManager @Nullable [] trust;
    private volatile SSLContext context;
    private Optional<ClientCertificate> current = Optional.empty();
    private volatile int edition;

    /// @param trust null for the authorities that the JDK trusts
    TlsIdentity(TrustManager @Nullable [] trust) throws GeneralSecurityException {
        this.trust = trust;
        this.context = context(new KeyManager[0], trust);
    }

    private static SSLContext context(KeyManager[] keys, TrustManager @Nullable [] trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust, new SecureRandom());
        AuthorityFile.boundSessions(context);
        return context;
    }

    /// The context for new connections.
    @Override
    public SSLContext get() {
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
        if (other || (anyhow && certificate.isPresent())) {
            context = context(certificate.isPresent() ? certificate.get().keyManagers() : new KeyManager[0], trust);
            current = certificate;
            edition++;
        }
        return other;
    }
}
