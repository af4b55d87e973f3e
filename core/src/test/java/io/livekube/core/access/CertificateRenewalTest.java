package io.livekube.core.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.http.RequestFailedException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A client certificate that is replaced while the program runs is shown on the next request, and an authority that is
/// replaced counts from the next connection on.
class CertificateRenewalTest {
    private static final ClientConfig PATIENT =
            ClientConfig.defaults().withTimeouts(Duration.ofMinutes(1), Duration.ofMinutes(1));

    @TempDir
    private Path directory = Path.of("");

    private final Queue<ResolvedCredentials> source = new ArrayDeque<>();
    private Instant now = Instant.now();

    @Test
    void aCertificateIsReplacedBeforeItRunsOutAndNoConnectionIsUsedThatShowedIt() throws Exception {
        Instant end = now.plus(Duration.ofHours(1));
        source.add(login("one", end));
        try (var server = new CertifiedServer();
                ApiClient client = client(server)) {
            source.add(login("two", end.plus(Duration.ofHours(1))));
            assertThat(get(client)).isEqualTo("one");
            assertThat(get(client)).isEqualTo("one");
            now = end.minus(Duration.ofSeconds(2));
            assertThat(get(client)).isEqualTo("two");
            assertThat(get(client)).isEqualTo("two");
            assertThat(source).isEmpty();
        }
    }

    @Test
    void anAnswerThatIsReadWhileTheCertificateIsReplacedIsReadToItsEnd() throws Exception {
        source.add(login("one", now.plus(Duration.ofHours(1))));
        try (var server = new CertifiedServer();
                ApiClient client = client(server)) {
            source.add(login("two", now.plus(Duration.ofHours(1))));
            try (InputStream answer = client.get("/", "application/json", false)) {
                client.credentials().refresh();
                assertThat(answer.readAllBytes()).asString().isEqualTo("one");
            }
            assertThat(get(client)).isEqualTo("two");
        }
    }

    @Test
    void aCertificateThatTheHandshakeIsRefusedForCountsAsCredentialsThatAreNotAccepted() throws Exception {
        source.add(login("one", now.plus(Duration.ofHours(1))));
        try (var server = new CertifiedServer();
                ApiClient client = client(server)) {
            server.refused.add("one");
            source.add(login("two", now.plus(Duration.ofHours(1))));
            // The request may meet a closed connection before the alert is read; then it is only asked again.
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThatThrownBy(() -> get(client))
                            .isInstanceOfSatisfying(
                                    RequestFailedException.class,
                                    e -> assertThat(e.failure()).isInstanceOf(RequestFailure.Unauthorized.class))
                            .hasMessageContainingAll("rejects our client certificate", "certificate_unknown"));
            client.credentials().refresh();
            assertThat(get(client)).isEqualTo("two");
        }
    }

    @Test
    void anUntrustedServerIsNotACredentialsFailure() throws Exception {
        source.add(login("one", now.plus(Duration.ofHours(1))));
        try (var server = new CertifiedServer();
                var other = new CertifiedServer();
                var client = new ApiClient(access(server, new TlsIdentity(other.trust())), PATIENT)) {
            assertThatThrownBy(() -> get(client))
                    .isInstanceOfSatisfying(
                            RequestFailedException.class,
                            e -> assertThat(e.failure()).isInstanceOf(RequestFailure.Transient.class))
                    .hasMessageContaining("another server");
        }
    }

    @Test
    void aCertificateWithoutASuccessorIsKept() throws Exception {
        Instant end = now.plus(Duration.ofHours(1));
        source.add(login("one", end));
        try (var server = new CertifiedServer();
                ApiClient client = client(server)) {
            now = end.plus(Duration.ofHours(1));
            assertThat(get(client)).isEqualTo("one");
        }
    }

    /// As cert-manager and the kubelet do it.
    @Test
    void filesThatAreRotatedAreReadAgainWithinAMinute() throws Exception {
        write("one");
        try (var server = new CertifiedServer();
                ApiClient client = client(server, "client-certificate: both.pem, client-key: both.pem")) {
            assertThat(get(client)).isEqualTo("one");
            write("two");
            assertThat(get(client)).isEqualTo("one");
            now = now.plus(Duration.ofMinutes(1));
            assertThat(get(client)).isEqualTo("two");
        }
    }

    @Test
    void halfOfARotationIsNotTakenUp() throws Exception {
        write("one");
        try (var server = new CertifiedServer();
                ApiClient client = client(server, "client-certificate: both.pem, client-key: both.pem")) {
            Path both = directory.resolve("both.pem");
            String old = Files.readString(both);
            String key = old.substring(old.indexOf("-----BEGIN PRIVATE"));
            Files.writeString(both, TestingCertificate.named("two").certificate() + key);
            now = now.plus(Duration.ofMinutes(1));
            assertThat(get(client)).isEqualTo("one");
            write("three");
            now = now.plus(Duration.ofSeconds(1));
            assertThat(get(client)).isEqualTo("three");
        }
    }

    @Test
    void anAuthorityThatIsRotatedCountsFromTheNextConnectionOn() throws Exception {
        write("one");
        try (var server = new CertifiedServer();
                ApiClient client = client(server, "client-certificate: both.pem, client-key: both.pem")) {
            trust(TestingCertificate.named("server").certificate());
            assertThatThrownBy(() -> get(client)).hasMessageContaining("PKIX path");
            trust("-----BEGIN CERT");
            assertThatThrownBy(() -> get(client)).hasMessageContaining("PKIX path");
            trust(server.certificate().certificate());
            assertThat(get(client)).isEqualTo("one");
            trust("-----BEGIN CERT");
            write("two");
            now = now.plus(Duration.ofMinutes(1));
            assertThat(get(client)).as("with half an authority").isEqualTo("two");
            trust(TestingCertificate.named("server").certificate());
            write("three");
            now = now.plus(Duration.ofMinutes(1));
            assertThatThrownBy(() -> get(client)).hasMessageContaining("PKIX path");
        }
    }

    private void trust(String pem) throws Exception {
        Files.writeString(directory.resolve("ca.crt"), pem);
    }

    @Test
    void aPluginIsAskedAgainBeforeItsCertificateIsOverByItsOwnOrThePluginsWord() throws Exception {
        String over =
                now.plus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.SECONDS).toString();
        print("1", TestingCertificate.named("one"), ", \"expirationTimestamp\": \"" + over + "\"");
        print("2", TestingCertificate.named("two", now.plus(Duration.ofMinutes(20))), "");
        print("3", TestingCertificate.named("three"), "");
        TestingPlugin.printingInTurn(directory);
        try (var server = new CertifiedServer();
                ApiClient client = client(server, "exec: {command: ./plugin.sh}")) {
            assertThat(get(client)).isEqualTo("one");
            now = now.plus(Duration.ofMinutes(10));
            assertThat(get(client)).isEqualTo("two");
            assertThat(get(client)).isEqualTo("two");
            now = now.plus(Duration.ofMinutes(10));
            assertThat(get(client)).isEqualTo("three");
        }
    }

    @Test
    void aPluginIsNotRunAgainSinceFilesAreReadAgain() throws Exception {
        write("one");
        Instant over = now.plus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.SECONDS);
        TestingPlugin.write(
                directory,
                "echo '{\"kind\": \"ExecCredential\", \"status\": {\"token\": \"t\", \"expirationTimestamp\": \"%s\"}}'"
                        .formatted(over));
        try (var server = new CertifiedServer();
                ApiClient client = client(
                        server, "client-certificate: both.pem, client-key: both.pem, exec: {command: ./plugin.sh}")) {
            assertThat(get(client)).isEqualTo("one");
            write("two");
            now = now.plus(Duration.ofMinutes(1));
            assertThat(get(client)).isEqualTo("two");
            assertThat(directory.resolve("runs")).as("for the files").hasContent("run");
            now = now.plus(Duration.ofSeconds(1));
            client.credentials().refresh();
            assertThat(directory.resolve("runs")).as("refused").hasContent("run\nrun");
            now = over;
            assertThat(get(client)).isEqualTo("two");
            assertThat(directory.resolve("runs")).as("run out").hasContent("run\nrun\nrun");
        }
    }

    /// The kubelet's certificate and key are in one file.
    private void write(String name) throws Exception {
        TestingCertificate client = TestingCertificate.named(name);
        Files.writeString(directory.resolve("both.pem"), client.certificate() + client.key());
    }

    private void print(String run, TestingCertificate client, String more) throws Exception {
        Files.writeString(
                directory.resolve(run + ".json"),
                "{\"kind\": \"ExecCredential\", \"status\": {\"clientCertificateData\": \"%s\", \"clientKeyData\": \"%s\"%s}}"
                        .formatted(
                                client.certificate().replace("\n", "\\n"),
                                client.key().replace("\n", "\\n"),
                                more));
    }

    /// @param user of a kubeconfig
    private ApiClient client(CertifiedServer server, String user) throws Exception {
        trust(server.certificate().certificate());
        Path file = Files.writeString(directory.resolve("config"), """
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters: [{name: test, cluster: {server: "%s", certificate-authority: ca.crt}}]
                users: [{name: test, user: {%s}}]
                """.formatted(server.url(), user));
        return new ApiClient(Kubeconfig.files(List.of(file), Optional.empty(), () -> now), PATIENT);
    }

    private static ResolvedCredentials login(String name, Instant until) throws Exception {
        return new ResolvedCredentials(
                Map.of(), Optional.of(TestingCertificate.named(name).read()), Optional.of(until));
    }

    private ApiClient client(CertifiedServer server) throws Exception {
        return new ApiClient(access(server, new TlsIdentity(server.trust())), PATIENT);
    }

    private ApiAccess access(CertifiedServer server, TlsIdentity identity) {
        return new ApiAccess(
                server.url(),
                identity,
                new RenewedCredentials(next(), _ -> next(), identity, () -> now),
                Optional.empty());
    }

    private ResolvedCredentials next() {
        return Optional.ofNullable(source.poll()).orElseThrow(() -> new AccessException("there is nothing new"));
    }

    private static String get(ApiClient client) throws Exception {
        try (InputStream body = client.get("/", "application/json", false)) {
            return new String(body.readAllBytes(), ISO_8859_1);
        }
    }
}
