package io.livekube.agent.uplink;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Which certificates a hub may show.
public final class HubTrust {
    private HubTrust() {}

    /// Those that a PEM file vouches for; without one, those that the system trusts.
    ///
    /// @throws IllegalArgumentException if the file is not usable; the message says why
    public static SSLContext of(Optional<Path> caFile) {
        return caFile.map(HubTrust::trusting).orElseGet(HubTrust::ofSystem);
    }

    private static SSLContext ofSystem() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }

    private static SSLContext trusting(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("the CA file %s can't be read: does it exist?".formatted(file));
        }
        try (InputStream pem = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(pem);
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException("the CA file %s holds no PEM certificate".formatted(file));
            }
            return trusting(certificates);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("the CA file %s can't be used: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static SSLContext trusting(Collection<? extends Certificate> certificates)
            throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates) {
            trusted.setCertificateEntry("ca-" + number++, certificate);
        }
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
