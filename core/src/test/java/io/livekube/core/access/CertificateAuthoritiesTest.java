package io.livekube.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateAuthoritiesTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void authoritiesThatJavaTrustsAreNotTrustedAutomatically() throws Exception {
        X509Certificate[] known = knownToJava();
        X509TrustManager trust = CertificateAuthorities.only(pem(known[0]));
        assertThat(trust.getAcceptedIssuers()).containsExactly(known[0]);
        assertThatThrownBy(() -> trust.checkServerTrusted(new X509Certificate[] {known[1]}, "RSA"))
                .isInstanceOf(CertificateException.class);
    }

    @Test
    void severalMayBeNamed() throws Exception {
        X509Certificate[] known = knownToJava();
        byte[] both = (new String(pem(known[0]), StandardCharsets.US_ASCII)
                        + new String(pem(known[1]), StandardCharsets.US_ASCII))
                .getBytes(StandardCharsets.US_ASCII);
        assertThat(CertificateAuthorities.only(both).getAcceptedIssuers())
                .containsExactlyInAnyOrder(known[0], known[1]);
    }

    @Test
    void aFileWithoutACertificateIsRefused() {
        assertThatThrownBy(() -> CertificateAuthorities.only("# nothing\n".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(CertificateException.class);
    }

    @Test
    void ofSeveralNoneMayBeCutOff() throws Exception {
        X509Certificate[] known = knownToJava();
        String both = new String(pem(known[0]), StandardCharsets.US_ASCII)
                + new String(pem(known[1]), StandardCharsets.US_ASCII);
        byte[] cut = both.substring(0, both.length() - 100).getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> CertificateAuthorities.only(cut))
                .isInstanceOf(CertificateException.class)
                .hasMessageContaining("2 certificates, but only 1 can be read");
    }

    @Test
    void aFileIsReadAgainAndIfItCannotBeTheLastOneCounts() throws Exception {
        X509Certificate[] known = knownToJava();
        Path file = Files.write(directory.resolve("ca.crt"), pem(known[0]));
        var trust = new AuthorityFile(file);
        Files.write(file, pem(known[1]));
        assertThat(trust.getAcceptedIssuers()).containsExactly(known[1]);
        assertThatThrownBy(() -> trust.checkServerTrusted(new X509Certificate[] {known[0]}, "RSA"))
                .isInstanceOf(CertificateException.class);
        Files.writeString(file, "# nothing yet");
        assertThat(trust.getAcceptedIssuers()).containsExactly(known[1]);
        Files.delete(file);
        assertThat(trust.getAcceptedIssuers()).containsExactly(known[1]);
    }

    private static X509Certificate[] knownToJava() throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init((KeyStore) null);
        return ((X509TrustManager) trust.getTrustManagers()[0]).getAcceptedIssuers();
    }

    private static byte[] pem(X509Certificate certificate) throws Exception {
        String body = Base64.getMimeEncoder().encodeToString(certificate.getEncoded());
        return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
                .formatted(body)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
