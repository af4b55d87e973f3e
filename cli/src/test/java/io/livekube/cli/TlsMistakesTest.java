package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.cli.local.LocalHub;
import io.livekube.cli.process.HubLauncher;
import io.livekube.cli.process.TlsFiles;
import io.livekube.hub.Hub;
import io.livekube.hub.HubConfig;
import io.livekube.hub.transport.HttpConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Mismatched certificates, keys and addresses: one line that names the cause and the remedy.
@Timeout(120)
class TlsMistakesTest {
    @TempDir
    private Path dir = Path.of("");

    private Path tokens = Path.of("");
    private TestingKeys ours = new TestingKeys(dir, dir);
    private TestingKeys others = ours;

    @BeforeEach
    void make() throws Exception {
        tokens = Files.writeString(dir.resolve("tokens"), "demo the-token-of-the-demo-cluster\n");
        ours = TestingKeys.in(dir, "ours", "ip:127.0.0.1");
        others = TestingKeys.in(dir, "others", "ip:127.0.0.1");
    }

    private static void says(Livekube outcome, String... parts) {
        assertThat(outcome.err()).contains(parts).hasLineCount(1).doesNotContain("sun.", "java.", "Exception");
        assertThat(outcome.exitCode()).isEqualTo(1);
    }

    private Livekube hub(Path certificate, Path key) {
        return Livekube.run(
                "hub",
                "--tokens-file",
                tokens.toString(),
                "--port",
                "0",
                "--tls-cert",
                certificate.toString(),
                "--tls-key",
                key.toString());
    }

    @Test
    void aHubDoesNotStartWithFilesThatItCanNotUse() {
        says(hub(dir.resolve("none"), ours.key()), "--tls-cert: cannot read " + dir.resolve("none"));
        says(hub(ours.certificate(), dir.resolve("none")), "--tls-key: cannot read " + dir.resolve("none"));
        says(hub(tokens, ours.key()), "--tls-cert: ", "tokens contains no PEM certificate");
        says(hub(ours.certificate(), tokens), "--tls-key: ", "tokens contains no unencrypted PEM private key");
        says(hub(ours.certificate(), others.key()), "does not match the certificate", "use a matching pair");
    }

    @Test
    void tlsMistakesBetweenCommandAndHubAreExplained() {
        HubConfig plain = LocalHub.config(tokens, 0);
        HubConfig secure = plain.withHttp(
                new HttpConfig("127.0.0.1", 0, Optional.of(TlsFiles.of(ours.certificate(), ours.key()))));
        try (Hub withTls = HubLauncher.start(secure);
                Hub without = HubLauncher.start(plain)) {
            String url = withTls.url().toString();
            assertThat(asked(url, ours).out()).contains("demo");
            says(Livekube.run("clusters", "--hub", url), "is signed by an unknown authority", "--hub-ca-file");
            says(asked(url, others), "is signed by an unknown authority", "--hub-ca-file");
            says(asked(url.replace("127.0.0.1", "localhost"), ours), "is for a different host name");
            says(Livekube.run("clusters", "--hub", url.replace("https", "http")), "the URL may need https://");
            says(asked(without.url().toString().replace("http", "https"), ours), "does not speak TLS", "http://");
        }
    }

    private static Livekube asked(String hub, TestingKeys trusted) {
        return Livekube.run(
                "clusters", "--hub", hub, "--hub-ca-file", trusted.certificate().toString());
    }

    @Test
    void aHostThatDoesNotExistIsNotOneWhereNothingListens() {
        // A DNS label has at most 63 characters, so this fails without a name server.
        String hub = "http://" + "x".repeat(64) + ".invalid";
        says(Livekube.run("clusters", "--hub", hub), "unknown host in " + hub);
    }
}
