package io.livekube.cli.process;

import io.livekube.cli.terminal.CommandFailure;
import io.livekube.hub.transport.HttpConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Certificate and key of a hub, validated before it starts: with a mismatched pair it would listen, but
/// every handshake would fail.
public final class TlsFiles {
    private static final Pattern KEY = Pattern.compile("-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([^-]*)-----END \\1");

    private static final byte[] PROBE = {1};

    private TlsFiles() {}

    /// Reads and validates the pair.
    ///
    /// @throws CommandFailure if they can't be used
    public static HttpConfig.Tls of(Path certificate, Path key) {
        Certificate first = certificate(certificate);
        Optional<byte[]> secret = key(key);
        if (secret.isPresent() && !belongs(secret.get(), first.getPublicKey(), key)) {
            throw new CommandFailure("the key in %s does not match the certificate in %s: use a matching pair"
                    .formatted(key, certificate));
        }
        return new HttpConfig.Tls(certificate, key);
    }

    private static Certificate certificate(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (IOException e) {
            throw unreadable("--tls-cert", file, e);
        } catch (CertificateException e) {
            throw new CommandFailure("--tls-cert: %s contains no PEM certificate".formatted(file), e);
        }
    }

    /// @return empty for key formats that only the hub's TLS library can read
    private static Optional<byte[]> key(Path file) {
        try {
            Matcher found = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
            if (!found.find()) {
                throw new CommandFailure("--tls-key: %s contains no unencrypted PEM private key".formatted(file));
            }
            return found.group(1).equals("PRIVATE KEY")
                    ? Optional.of(Base64.getMimeDecoder().decode(found.group(2)))
                    : Optional.empty();
        } catch (IOException e) {
            throw unreadable("--tls-key", file, e);
        }
    }

    private static CommandFailure unreadable(String option, Path file, IOException e) {
        return new CommandFailure(
                "%s: cannot read %s; check that it exists and is readable".formatted(option, file), e);
    }

    private static boolean belongs(byte[] secret, PublicKey shown, Path file) {
        String kind = shown.getAlgorithm();
        String how = kind.equals("EC") ? "SHA256withECDSA" : kind.equals("RSA") ? "SHA256withRSA" : kind;
        try {
            PrivateKey key = KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(secret));
            Signature signing = Signature.getInstance(how);
            signing.initSign(key);
            signing.update(PROBE);
            byte[] signed = signing.sign();
            signing.initVerify(shown);
            signing.update(PROBE);
            return signing.verify(signed);
        } catch (GeneralSecurityException e) {
            throw new CommandFailure(
                    "the key in %s cannot be used with the certificate: %s".formatted(file, e.getMessage()), e);
        }
    }
}
