package io.livekube.core.kube;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/// Trusts the authorities that a cluster names, and nobody else: none of the public ones that Java knows.
final class Authorities {
    private Authorities() {}

    static X509ExtendedTrustManager only(byte[] pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (Certificate authority :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem))) {
            store.setCertificateEntry("authority-" + store.size(), authority);
        }
        if (store.size() == 0) {
            throw new CertificateException("there is no PEM certificate in it");
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return (X509ExtendedTrustManager) trust.getTrustManagers()[0];
    }
}
