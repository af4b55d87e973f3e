package io.livekube.core.kube;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/// Proves who we are by a certificate and its key, in any of the forms that cluster tools write them.
///
/// Java reads keys in PKCS #8 only. The older forms, `RSA PRIVATE KEY` and `EC PRIVATE KEY`, are the inside of that:
/// what
/// is missing is the kind of key, which the certificate names in the same words.
final class ClientCertificate {
    private static final Pattern KEY = Pattern.compile("-----BEGIN ([A-Z ]*)PRIVATE KEY-----([^-]+)-----END");
    private static final byte[] VERSION_0 = {2, 1, 0};
    private static final int SEQUENCE = 0x30;
    private static final int OCTETS = 4;

    private ClientCertificate() {}

    static KeyManager[] keyManagers(byte[] certificatePem, byte[] keyPem) throws GeneralSecurityException, IOException {
        Certificate[] chain = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(certificatePem))
                .toArray(Certificate[]::new);
        if (chain.length == 0) {
            throw new CertificateException("there is no certificate in the client certificate");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("client", key(keyPem, chain[0].getPublicKey()), new char[0], chain);
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        return managers.getKeyManagers();
    }

    private static PrivateKey key(byte[] pem, PublicKey certified) throws GeneralSecurityException {
        Matcher matcher = KEY.matcher(new String(pem, StandardCharsets.US_ASCII));
        if (!matcher.find()) {
            throw new CertificateException("there is no private key in the client key");
        }
        String form = matcher.group(1).strip();
        byte[] der = Base64.getMimeDecoder().decode(matcher.group(2));
        byte[] pkcs8 = switch (form) {
            case "" -> der;
            case "RSA", "EC" -> der(SEQUENCE, VERSION_0, kind(certified), der(OCTETS, der));
            default -> throw new CertificateException("client keys of the form '" + form + "' are not supported");
        };
        return KeyFactory.getInstance(certified.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /// The first part of a public key, which is a sequence of its kind and its bits.
    private static byte[] kind(PublicKey key) {
        ByteBuffer encoded = ByteBuffer.wrap(key.getEncoded());
        open(encoded);
        int from = encoded.position();
        int length = open(encoded);
        byte[] kind = new byte[encoded.position() + length - from];
        encoded.get(from, kind);
        return kind;
    }

    /// Reads a tag and a length, which it returns.
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
