package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Certificate authority of a control plane, with a serving certificate for loopback, a client certificate
/// for user `livekube:certified`, a cluster administrator, and a key pair that signs service account tokens;
/// as PEM files in one directory.
///
/// @param caPem the authority's certificate, for clients to trust
record Pki(
        String caPem,
        Path ca,
        Path servingCertificate,
        Path servingKey,
        Path clientCertificate,
        Path clientKey,
        Path serviceAccountKey,
        Path serviceAccountPublicKey) {

    private static final Duration LIFE = Duration.ofDays(30);

    static Pki create(Path directory) {
        try {
            KeyPair caKeys = servingKeyPair();
            var caName = new X500Name("CN=livekube-test-ca");
            X509Certificate ca = sign(
                    certificate(caName, caName, caKeys)
                            .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                            .addExtension(
                                    Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign)),
                    caKeys);
            KeyPair servingKeys = servingKeyPair();
            X509Certificate serving = sign(
                    certificate(caName, new X500Name("CN=kube-apiserver"), servingKeys)
                            .addExtension(Extension.subjectAlternativeName, false, servedNames())
                            .addExtension(
                                    Extension.extendedKeyUsage,
                                    false,
                                    new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth)),
                    caKeys);
            KeyPair clientKeys = newKeyPair();
            X509Certificate client = sign(
                    certificate(caName, new X500Name("O=system:masters,CN=livekube:certified"), clientKeys)
                            .addExtension(
                                    Extension.extendedKeyUsage,
                                    false,
                                    new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth)),
                    caKeys);
            KeyPair serviceAccounts = newKeyPair();
            return new Pki(
                    pem(ca),
                    write(directory.resolve("ca.crt"), ca),
                    write(directory.resolve("serving.crt"), serving),
                    write(directory.resolve("serving.key"), new JcaPKCS8Generator(servingKeys.getPrivate(), null)),
                    write(directory.resolve("client.crt"), client),
                    write(directory.resolve("client.key"), new JcaPKCS8Generator(clientKeys.getPrivate(), null)),
                    write(directory.resolve("sa.key"), new JcaPKCS8Generator(serviceAccounts.getPrivate(), null)),
                    write(directory.resolve("sa.pub"), serviceAccounts.getPublic()));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new ControlPlaneException("cannot create certificates in " + directory, e);
        }
    }

    private static GeneralNames servedNames() {
        return new GeneralNames(new GeneralName[] {
            new GeneralName(GeneralName.dNSName, "localhost"),
            new GeneralName(GeneralName.dNSName, "kubernetes.default.svc"),
            new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
        });
    }

    /// RSA, as used by kubeadm and the cloud providers.
    private static KeyPair servingKeyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

    private static KeyPair newKeyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static JcaX509v3CertificateBuilder certificate(X500Name issuer, X500Name subject, KeyPair keys) {
        Instant now = Instant.now();
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(64, new SecureRandom()),
                Date.from(now.minus(Duration.ofHours(1))),
                Date.from(now.plus(LIFE)),
                subject,
                keys.getPublic());
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, KeyPair ca)
            throws GeneralSecurityException, OperatorCreationException {
        var signer = new JcaContentSignerBuilder("SHA256withRSA").build(ca.getPrivate());
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    }

    private static Path write(Path file, Object object) throws IOException {
        return Files.writeString(file, pem(object));
    }

    private static String pem(Object object) throws IOException {
        var text = new StringWriter();
        try (var writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }
}
