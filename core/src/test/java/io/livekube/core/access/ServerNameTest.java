package io.livekube.core.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.http.RequestFailedException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server's certificate must be valid for the name in its address, unless the kubeconfig overrides it.
class ServerNameTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void aServerIsNotTrustedByAnotherName() throws Exception {
        try (var server = new CertifiedServer()) {
            assertThatThrownBy(() -> ask(server, "certificate-authority: ca.crt"))
                    .isInstanceOf(RequestFailedException.class)
                    .hasMessageContaining("localhost");
        }
    }

    @Test
    void theTlsServerNameOfTheKubeconfigIsSentAndVerified() throws Exception {
        try (var server = new CertifiedServer()) {
            String named = "certificate-authority: ca.crt, tls-server-name: ";
            assertThat(ask(server, named + TestingCertificate.NAME)).isEqualTo("client");
            assertThat(server.wanted).containsExactly(TestingCertificate.NAME);
            assertThatThrownBy(() -> ask(server, named + "other.test"))
                    .isInstanceOf(RequestFailedException.class)
                    .hasMessageContaining("other.test");
        }
    }

    @Test
    void aServerWithAnyCertificateIsTrustedWhereThatIsWanted() throws Exception {
        try (var server = new CertifiedServer()) {
            assertThat(ask(server, "insecure-skip-tls-verify: true")).isEqualTo("client");
        }
    }

    /// Speaks to a server by a name that is not in its certificate.
    ///
    /// @param cluster more fields of the cluster
    private String ask(CertifiedServer server, String cluster) throws Exception {
        Files.writeString(directory.resolve("ca.crt"), server.certificate().certificate());
        TestingCertificate client = TestingCertificate.named("client");
        Files.writeString(directory.resolve("client.pem"), client.certificate() + client.key());
        Path file = Files.writeString(
                directory.resolve("config"), """
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters: [{name: test, cluster: {server: "https://localhost:%d", %s}}]
                users: [{name: test, user: {client-certificate: client.pem, client-key: client.pem}}]
                """.formatted(server.url().getPort(), cluster));
        var config = ClientConfig.defaults().withTimeouts(Duration.ofMinutes(1), Duration.ofMinutes(1));
        try (var asking = new ApiClient(Kubeconfig.file(file, Optional.empty()), config);
                InputStream body = asking.get("/", "application/json", false)) {
            return new String(body.readAllBytes(), ISO_8859_1);
        }
    }
}
