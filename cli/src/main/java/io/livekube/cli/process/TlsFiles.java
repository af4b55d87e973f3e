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

/// A hub's certificate and key, looked at before it starts: with files that do not belong together it would
/// listen, and talk to nobody.
public final class TlsFiles {
    private static final Pattern KEY = Pattern.compile("-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([^-]*)-----END \\1");

    private static final byte[] PROBE = {1};

    private TlsFiles() {}

    /// @throws CommandFailure if they can't be used
    public static HttpConfig.Tls of(Path certificate, Path key) {
        Certificate first = certificate(certificate);
        Optional<byte[]> secret = key(key);
        if (secret.isPresent() && !belongs(secret.get(), first.getPublicKey(), key)) {
            throw new CommandFailure(
                    "the key in %s is not that of the certificate in %s: give the pair that was made together"
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
            throw new CommandFailure("%s, which --tls-cert names, holds no certificate in PEM".formatted(file), e);
        }
    }

    /// @return empty if it is of a form that only the hub's TLS knows
    private static Optional<byte[]> key(Path file) {
        try {
            Matcher found = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
            if (!found.find()) {
                throw new CommandFailure("%s, which --tls-key names, holds no unencrypted key in PEM".formatted(file));
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
                "%s, which %s names, can't be read: does it exist, and may you read it?".formatted(file, option), e);
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
                    "the key in %s can't be used with the certificate: %s".formatted(file, e.getMessage()), e);
        }
    }
}
