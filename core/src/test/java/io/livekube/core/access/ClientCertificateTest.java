package io.livekube.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import javax.net.ssl.X509KeyManager;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;

/// Keys are PKCS #8, or the inner part of it.
class ClientCertificateTest {
    @Test
    void keysOfEveryKindAndFormAreRead() throws Exception {
        for (String kind : List.of("RSA", "EC")) {
            var keys = KeyPairGenerator.getInstance(kind).generateKeyPair();
            byte[] certificate = pem("CERTIFICATE", certificate(keys, kind));
            byte[] pkcs8 = keys.getPrivate().getEncoded();
            byte[] inside = PrivateKeyInfo.getInstance(pkcs8).getPrivateKey().getOctets();
            for (byte[] key : List.of(pem("PRIVATE KEY", pkcs8), pem(kind + " PRIVATE KEY", inside))) {
                var manager =
                        (X509KeyManager) ClientCertificate.of(certificate, key).keyManagers()[0];
                assertThat(manager.getPrivateKey("client").getEncoded()).isEqualTo(pkcs8);
            }
        }
    }

    @Test
    void invalidKeysAreRefused() throws Exception {
        var keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
        byte[] certificate = pem("CERTIFICATE", certificate(keys, "EC"));
        assertThatThrownBy(() -> ClientCertificate.of(certificate, new byte[0]))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessageContaining("no private key");
        assertThatThrownBy(() -> ClientCertificate.of(new byte[0], certificate)).hasMessageContaining("no certificate");
        assertThatThrownBy(() -> ClientCertificate.of(certificate, pem("ENCRYPTED PRIVATE KEY", certificate)))
                .hasMessageContaining("'ENCRYPTED' are not supported");
    }

    private static byte[] certificate(KeyPair keys, String kind) throws Exception {
        var name = new X500Name("CN=someone");
        var builder = new JcaX509v3CertificateBuilder(
                name,
                BigInteger.ONE,
                Date.from(Instant.EPOCH),
                Date.from(Instant.EPOCH.plusSeconds(1)),
                name,
                keys.getPublic());
        String algorithm = kind.equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
        return builder.build(new JcaContentSignerBuilder(algorithm).build(keys.getPrivate()))
                .getEncoded();
    }

    private static byte[] pem(String type, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(type, Base64.getMimeEncoder().encodeToString(der), type)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
