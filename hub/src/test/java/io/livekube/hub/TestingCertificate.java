package io.livekube.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.transport.HttpConfig;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate for loopback, created for one test, and what a client needs to trust it.
public record TestingCertificate(HttpConfig.Tls files, SSLContext trusting) {
    private static final String PASSWORD = "changeit";

    public static TestingCertificate in(Path dir) throws Exception {
        Path file = dir.resolve("hub.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD,
                "-alias",
                "hub",
                "-keyalg",
                "EC",
                "-dname",
                "CN=hub",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-validity",
                "2");
        assertThat(new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor())
                .isZero();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        Path certificate = pem(
                dir.resolve("cert.pem"),
                "CERTIFICATE",
                store.getCertificate("hub").getEncoded());
        byte[] secret = store.getKey("hub", PASSWORD.toCharArray()).getEncoded();
        Path key = pem(dir.resolve("key.pem"), "PRIVATE KEY", secret);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("hub", store.getCertificate("hub"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return new TestingCertificate(new HttpConfig.Tls(certificate, key), context);
    }

    private static Path pem(Path file, String what, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
    }
}
