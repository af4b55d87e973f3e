package io.livekube.core.access;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/// Client certificate and its key, in any of the formats that cluster tools write.
///
/// The JDK reads keys in PKCS #8 only. The older formats, `RSA PRIVATE KEY` and `EC PRIVATE KEY`, contain its
/// inner part without the algorithm, which is taken from the certificate.
///
/// @param chain the leaf first
record ClientCertificate(List<X509Certificate> chain, PrivateKey key) {
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----");
    private static final Pattern KEY = Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]+)-----END");
    private static final byte[] VERSION_0 = {2, 1, 0};
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 4;

    /// Both may be in one file, as for the kubelet.
    static ClientCertificate of(byte[] certificatePem, byte[] keyPem) throws GeneralSecurityException {
        List<X509Certificate> chain = chain(new String(certificatePem, StandardCharsets.US_ASCII));
        PublicKey certified = chain.getFirst().getPublicKey();
        PrivateKey key = key(keyPem, certified);
        requirePair(key, certified);
        return new ClientCertificate(chain, key);
    }

    /// The end of validity of the whole chain.
    Instant notAfter() {
        return chain.stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /// Key managers for handshakes.
    KeyManager[] keyManagers() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("client", key, new char[0], chain.toArray(Certificate[]::new));
            var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, new char[0]);
            return managers.getKeyManagers();
        } catch (IOException e) {
            throw new KeyStoreException("can't create an empty key store", e);
        }
    }

    private static List<X509Certificate> chain(String pem) throws CertificateException {
        List<X509Certificate> chain = new ArrayList<>();
        Matcher blocks = CERTIFICATE.matcher(pem);
        while (blocks.find()) {
            byte[] block = blocks.group().getBytes(StandardCharsets.US_ASCII);
            chain.add((X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block)));
        }
        if (chain.isEmpty()) {
            throw new CertificateException("the client certificate contains no certificate");
        }
        return List.copyOf(chain);
    }

    /// Fails if the pair does not match: while files are being replaced, one may already be new and the other old.
    private static void requirePair(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = switch (certified.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case "EdDSA" -> "EdDSA";
            default -> "";
        };
        if (algorithm.isEmpty()) {
            return; // the server will refuse a mismatch
        }
        byte[] probe = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(probe);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(probe);
        if (!signature.verify(signed)) {
            throw new CertificateException("the client key does not match the client certificate");
        }
    }

    /// Omits the key.
    @Override
    public String toString() {
        return "the certificate of " + chain.getFirst().getSubjectX500Principal() + ", valid until " + notAfter();
    }

    private static PrivateKey key(byte[] pem, PublicKey certified) throws GeneralSecurityException {
        Matcher matcher = KEY.matcher(new String(pem, StandardCharsets.US_ASCII));
        if (!matcher.find()) {
            throw new CertificateException("the client key contains no private key");
        }
        String form = matcher.group(1).strip();
        byte[] der = Base64.getMimeDecoder().decode(matcher.group(2));
        byte[] pkcs8 = switch (form) {
            case "" -> der;
            case "RSA", "EC" -> der(SEQUENCE, VERSION_0, algorithm(certified), der(OCTETS, der));
            default -> throw new CertificateException("client keys in the format '" + form + "' are not supported");
        };
        return KeyFactory.getInstance(certified.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /// The algorithm identifier, which is the first part of an encoded public key.
    private static byte[] algorithm(PublicKey key) {
        ByteBuffer encoded = ByteBuffer.wrap(key.getEncoded());
        open(encoded);
        int from = encoded.position();
        int length = open(encoded);
        byte[] identifier = new byte[encoded.position() + length - from];
        encoded.get(from, identifier);
        return identifier;
    }

    /// Reads a tag and a length, and returns the length.
    private static int open(ByteBuffer der) {
        der.get();
        int first = Byte.toUnsignedInt(der.get());
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = first - 0x80; i > 0; i--) {
            length = (length << 8) | Byte.toUnsignedInt(der.get());
        }
        return length;
    }

    private static byte[] der(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        var whole = new ByteArrayOutputStream();
        whole.write(tag);
        int length = content.size();
        if (length < 0x80) {
            whole.write(length);
        } else {
            int bytes = (39 - Integer.numberOfLeadingZeros(length)) / 8;
            whole.write(0x80 + bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                whole.write(length >> (8 * i));
            }
        }
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }
}
