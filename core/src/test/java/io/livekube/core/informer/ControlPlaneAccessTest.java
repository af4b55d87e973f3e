package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Kubeconfig;
import io.livekube.core.access.TestingCertificate;
import io.livekube.core.access.TestingPlugin;
import io.livekube.core.http.ApiClient;
import io.livekube.core.model.Resource;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ways to access a real API server, and the errors when access fails.
@RealControlPlane
class ControlPlaneAccessTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Resource NAMESPACES = Resource.core("v1", "namespaces");

    private final ControlPlane plane;

    @TempDir
    private Path directory = Path.of("");

    ControlPlaneAccessTest(ControlPlane plane) {
        this.plane = plane;
    }

    @Test
    void aClientCertificateLetsUsIn() throws Exception {
        syncs(kubeconfig("client-certificate: \"%s\", client-key: \"%s\""
                .formatted(plane.clientCertificate(), plane.clientKey())));
    }

    /// As k3s writes it.
    @Test
    void aKeyInTheOlderFormLetsUsInToo() throws Exception {
        Path key = directory.resolve("older.key");
        var older = (ECPrivateKey)
                KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der(plane.clientKey())));
        Files.writeString(key, "-----BEGIN EC PRIVATE KEY-----\n" + sec1(older) + "\n-----END EC PRIVATE KEY-----\n");
        syncs(kubeconfig("client-certificate: \"%s\", client-key: \"%s\"".formatted(plane.clientCertificate(), key)));
    }

    @Test
    void aCertificateFromAPluginLetsUsIn() throws Exception {
        Files.writeString(
                directory.resolve("credential.json"),
                credential(Files.readString(plane.clientCertificate()), Files.readString(plane.clientKey())));
        syncs(kubeconfig("exec: {command: cat, args: [\"" + directory.resolve("credential.json") + "\"]}"));
    }

    /// The server accepts connections from anyone, and then refuses the requests.
    @Test
    void aPluginIsAskedAgainWhenItsCertificateIsNotAccepted() throws Exception {
        TestingCertificate stranger = TestingCertificate.named("stranger");
        Files.writeString(directory.resolve("1.json"), credential(stranger.certificate(), stranger.key()));
        Files.writeString(
                directory.resolve("2.json"),
                credential(Files.readString(plane.clientCertificate()), Files.readString(plane.clientKey())));
        TestingPlugin.printingInTurn(directory);
        syncs(kubeconfig("exec: {command: ./plugin.sh}"));
        assertThat(directory.resolve("runs")).hasContent("run\nrun");
    }

    @Test
    void certificateFilesAreReadAgainWhenTheyAreNotAccepted() throws Exception {
        TestingCertificate stranger = TestingCertificate.named("stranger");
        Path certificate = Files.writeString(directory.resolve("client.crt"), stranger.certificate());
        Path key = Files.writeString(directory.resolve("client.key"), stranger.key());
        ApiAccess access = kubeconfig("client-certificate: client.crt, client-key: client.key");
        failsFor(access, "the credentials are not accepted", "401");

        Files.copy(plane.clientKey(), key, StandardCopyOption.REPLACE_EXISTING);
        failsFor(access, "the credentials are not accepted", "401"); // not a pair
        Files.copy(plane.clientCertificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
        syncs(access);
    }

    @Test
    void aServiceAccountLetsUsIn() throws Exception {
        Path account = serviceAccount();
        URI server = plane.endpoint().url();
        Map<String, String> pod = Map.of(
                "KUBERNETES_SERVICE_HOST", server.getHost(),
                "KUBERNETES_SERVICE_PORT", Integer.toString(server.getPort()),
                "HOME", directory.toString());
        syncs(Kubeconfig.inCluster(account, pod));
        syncs(Kubeconfig.find(Optional.empty(), pod, account));
    }

    @Test
    void aUserThatActsAsAnotherHasTheRightsOfThatOne() throws Exception {
        String admin = "client-certificate: \"%s\", client-key: \"%s\", as: jane"
                .formatted(plane.clientCertificate(), plane.clientKey());
        failsFor(kubeconfig(admin), "User \"jane\" cannot list resource \"namespaces\"");
        syncs(kubeconfig(admin + ", as-groups: [testers, \"system:masters\"]"));
    }

    @Test
    void aWrongTokenIsDiagnosedAsThat() throws Exception {
        failsFor(kubeconfig("token: wrong"), "the credentials are not accepted", "401");
    }

    @Test
    void noCredentialsAtAllAreDiagnosedAsThat() throws Exception {
        failsFor(kubeconfig(""), "the credentials are not accepted", "401");
    }

    @Test
    void aServerThatIsNotTheOneTrustedIsDiagnosedAsThat() throws Exception {
        Path file = Files.writeString(
                directory.resolve("config"), config("", "token: any").replace("certificate-authority:", "ignored:"));
        failsFor(Kubeconfig.file(file, Optional.empty()), "can't be reached or returns errors", "certification path");
    }

    private static byte[] der(Path pem) throws IOException {
        return Base64.getMimeDecoder().decode(Files.readString(pem).replaceAll("-----[A-Z ]+-----", ""));
    }

    /// Version 1 and the number itself, 32 bytes long.
    private static String sec1(ECPrivateKey key) {
        byte[] number = key.getS().toByteArray();
        byte[] der = new byte[39];
        System.arraycopy(new byte[] {0x30, 37, 2, 1, 1, 4, 32}, 0, der, 0, 7);
        int length = Math.min(32, number.length);
        System.arraycopy(number, number.length - length, der, der.length - length, length);
        return Base64.getEncoder().encodeToString(der);
    }

    /// Output of a plugin.
    private static String credential(String certificate, String key) {
        return "{\"kind\": \"ExecCredential\", \"status\": {\"clientCertificateData\": \"%s\", \"clientKeyData\": \"%s\"}}"
                .formatted(certificate.replace("\n", "\\n"), key.replace("\n", "\\n"));
    }

    private Path serviceAccount() throws IOException {
        Path account = Files.createDirectories(directory.resolve("account"));
        Files.writeString(account.resolve("token"), plane.endpoint().token().orElseThrow());
        Files.writeString(account.resolve("ca.crt"), plane.endpoint().caPem().orElseThrow());
        return account;
    }

    private ApiAccess kubeconfig(String user) throws IOException {
        Path file = Files.writeString(
                directory.resolve("config"), config(plane.endpoint().caPem().orElseThrow(), user));
        return Kubeconfig.file(file, Optional.empty());
    }

    private String config(String ca, String user) throws IOException {
        Files.writeString(directory.resolve("ca.crt"), ca);
        return """
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters: [{name: test, cluster: {server: "%s", certificate-authority: ca.crt}}]
                users: [{name: test, user: {%s}}]
                """.formatted(plane.endpoint().url(), user);
    }

    private static void syncs(ApiAccess access) throws InterruptedException {
        try (var client = new ApiClient(access, TestingCluster.PATIENT_CLIENT);
                var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
            Informer namespaces = informers.informer(NAMESPACES);
            informers.start();
            informers.awaitSync(PATIENCE).orThrow();
            assertThat(namespaces.store().get("", "kube-system")).isPresent();
        }
    }

    /// Nothing can be followed, for this reason.
    private static void failsFor(ApiAccess access, String... cause) {
        try (var client = new ApiClient(access, TestingCluster.PATIENT_CLIENT);
                var informers = new InformerFactory(client, QuickReflector.LIST.informers())) {
            Informer namespaces = informers.informer(NAMESPACES);
            informers.start();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(namespaces.status().cause()).contains(cause));
            assertThat(namespaces.store().size()).isZero();
        }
    }
}
