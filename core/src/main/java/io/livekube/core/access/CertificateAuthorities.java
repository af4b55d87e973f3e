package io.livekube.core.access;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trust in exactly the authorities that a cluster specifies, without the JDK's public ones.
final class CertificateAuthorities {
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";

    private CertificateAuthorities() {}

    /// @throws CertificateException if a certificate is incomplete: the JDK ignores a truncated last one
    static X509ExtendedTrustManager only(byte[] pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (Certificate authority :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem))) {
            store.setCertificateEntry("authority-" + store.size(), authority);
        }
        int begun = new String(pem, StandardCharsets.ISO_8859_1).split(BEGIN, -1).length - 1;
        if (store.size() == 0 || store.size() < begun) {
            throw new CertificateException("the certificate authority has %d certificates, but only %d can be read"
                    .formatted(begun, store.size()));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return (X509ExtendedTrustManager) trust.getTrustManagers()[0];
    }
}
