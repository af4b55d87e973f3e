package io.livekube.core.access;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// A self-signed certificate for loopback and a name, and its key; both PEM.
public record TestingCertificate(String certificate, String key) {
    /// Where nothing is found by it.
    static final String NAME = "api.cluster.test";

    public static TestingCertificate named(String name) throws Exception {
        return named(name, Instant.now().plus(Duration.ofDays(1)));
    }

    static TestingCertificate named(String name, Instant notAfter) throws Exception {
        KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
        var subject = new X500Name("CN=" + name);
        var builder = new JcaX509v3CertificateBuilder(
                        subject,
                        BigInteger.valueOf(System.nanoTime()),
                        Date.from(Instant.EPOCH),
                        Date.from(notAfter),
                        subject,
                        keys.getPublic())
                .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName[] {
                    new GeneralName(GeneralName.iPAddress, "127.0.0.1"), new GeneralName(GeneralName.dNSName, NAME)
                }));
        byte[] signed = builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()))
                .getEncoded();
        return new TestingCertificate(
                pem("CERTIFICATE", signed), pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    }

    ClientCertificate read() throws Exception {
        return ClientCertificate.of(
                certificate.getBytes(StandardCharsets.US_ASCII), key.getBytes(StandardCharsets.US_ASCII));
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                .formatted(type, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der), type);
    }
}
