package io.livekube.core.access;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Key manager whose client certificate and key can be replaced.
///
/// A handshake asks for an alias first, then for its certificate and key. Each certificate has its own alias, and
/// the previous one is kept, so that a handshake never mixes the certificate of one with the key of the other.
final class RotatingKeyManager extends X509ExtendedKeyManager {
    private record Held(
            @Nullable X509ExtendedKeyManager now, @Nullable X509ExtendedKeyManager before, int count) {}

    private volatile Held held = new Held(null, null, 0);

    synchronized void replace(Optional<ClientCertificate> certificate) throws GeneralSecurityException {
        Held last = held;
        int count = last.count() + 1;
        held = new Held(
                certificate.isPresent() ? certificate.get().keyManager("client-" + count) : null, last.now(), count);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        X509ExtendedKeyManager now = held.now();
        return now == null ? null : now.chooseClientAlias(keyTypes, issuers, socket);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        X509ExtendedKeyManager now = held.now();
        return now == null ? null : now.chooseEngineClientAlias(keyTypes, issuers, engine);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        X509ExtendedKeyManager now = held.now();
        return now == null ? null : now.getClientAliases(keyType, issuers);
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        Held known = held;
        X509Certificate[] chain = known.now() == null ? null : known.now().getCertificateChain(alias);
        return chain != null || known.before() == null ? chain : known.before().getCertificateChain(alias);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        Held known = held;
        PrivateKey key = known.now() == null ? null : known.now().getPrivateKey(alias);
        return key != null || known.before() == null ? key : known.before().getPrivateKey(alias);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
