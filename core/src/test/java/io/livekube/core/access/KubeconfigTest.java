package io.livekube.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An incomplete kubeconfig is reported immediately: what is missing, where, and what to do.
class KubeconfigTest {
    private static final String WHOLE = """
            apiVersion: v1
            kind: Config
            current-context: here
            contexts:
            - name: here
              context: {cluster: lab, user: me}
            - name: there
              context: {cluster: lab}
            clusters:
            - name: lab
              cluster: {server: "https://127.0.0.1:6443"}
            users:
            - name: me
              user: {token: secret}
            """;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void aTokenIsReadFromTheCurrentContextOrFromTheOneNamed() throws Exception {
        Path file = write(WHOLE);
        ApiAccess here = Kubeconfig.file(file, Optional.empty());
        assertThat(here.server()).hasToString("https://127.0.0.1:6443");
        assertThat(here.credentials().headers()).isEqualTo(Map.of("Authorization", List.of("Bearer secret")));
        assertThat(Kubeconfig.file(file, Optional.of("there")).credentials().headers())
                .as("a context without a user is anonymous")
                .isEmpty();
        Path password = write(WHOLE.replace("token: secret", "username: u, password: p"));
        assertThat(Kubeconfig.file(password, Optional.empty()).credentials().headers())
                .isEqualTo(Map.of("Authorization", List.of("Basic dTpw")));
    }

    @Test
    void theTokensOfAnAuthProviderAreSentUnlessTheUserHasOne() throws Exception {
        String provider = "auth-provider: {name: oidc, config: {id-token: of-id, refresh-token: no}}";
        assertThat(bearer(WHOLE.replace("token: secret", provider))).isEqualTo("Bearer of-id");
        assertThat(bearer(WHOLE.replace("token: secret", provider.replace("refresh", "access"))))
                .isEqualTo("Bearer no");
        assertThat(bearer(WHOLE.replace("token: secret", "token: own, " + provider)))
                .isEqualTo("Bearer own");
        Path file = write(WHOLE.replace("token: secret", "auth-provider: {name: oidc}"));
        assertThat(Kubeconfig.file(file, Optional.empty()).credentials().headers())
                .isEmpty();
    }

    private String bearer(String content) throws IOException {
        Map<String, List<String>> headers =
                Kubeconfig.file(write(content), Optional.empty()).credentials().headers();
        return headers.getOrDefault("Authorization", List.of("none")).getFirst();
    }

    @Test
    void fieldsAndEntriesWithoutAValueCountAsAbsent() throws Exception {
        String half = WHOLE.replace("{token: secret}", "{token: secret, tokenFile: , exec: , as: , as-groups: }")
                .replace("contexts:\n", "contexts:\n-\n- name: empty\n")
                .replace("6443\"}", "6443\", certificate-authority: , insecure-skip-tls-verify: }");
        assertThat(bearer(half)).isEqualTo("Bearer secret");
        assertThatThrownBy(() -> Kubeconfig.file(directory.resolve("config"), Optional.of("empty")))
                .hasMessageContaining("has no context 'empty': choose one of 'here', 'there'");
        assertThat(bearer(WHOLE.replace(
                        "{token: secret}", "{auth-provider: {name: oidc, config: {access-token: , id-token: abc}}}")))
                .isEqualTo("Bearer abc");
    }

    @Test
    void aTokenWithinWhiteSpaceIsTakenWithoutAndOneWithALinesEndInsideIsRefusedButNotShown() throws Exception {
        for (String around : new String[] {"\\nsecret\\n", " secret\\r\\n", "secret\\t"}) {
            Path file = write(WHOLE.replace("token: secret", "token: \"" + around + "\""));
            assertThat(Kubeconfig.file(file, Optional.empty()).credentials().headers())
                    .isEqualTo(Map.of("Authorization", List.of("Bearer secret")));
        }
        for (String inside : new String[] {"sec\\nret", "sec\\r\\nret", "sec ret", "sec\\0ret", "secrét"}) {
            refused(WHOLE.replace("token: secret", "token: \"" + inside + "\""))
                    .hasMessageContainingAll("the token of user 'me'", "one line")
                    .hasMessageNotContainingAny("sec", "ret")
                    .hasNoCause();
        }
        refused(WHOLE.replace("token: secret", "token: \"\\n\"")).hasMessageContaining("is empty");
        refused(exec(script("echo '{\"kind\": \"ExecCredential\", \"status\": {\"token\": \"sec\\u000aret\"}}'"), ""))
                .hasMessageContainingAll("from its exec plugin", "one line")
                .hasMessageNotContaining("sec");
        Files.writeString(directory.resolve("token"), "sec\nret\n");
        Path file = write(WHOLE.replace("token: secret", "tokenFile: token"));
        assertThatThrownBy(() -> Kubeconfig.file(file, Optional.empty()))
                .isInstanceOf(AccessException.class)
                .hasMessageContaining("the token of the file " + directory.resolve("token"))
                .hasMessageNotContaining("ret");
    }

    @Test
    void aSecretInTheWrongPlaceIsReportedByPositionOnly() throws Exception {
        refused(WHOLE.replace("user: {token: secret}", "user: secret"))
                .hasMessageContainingAll("users[0].user", "line 14", "correct it")
                .hasMessageNotContaining("secret");
    }

    @Test
    void anInvalidAddressIsReportedWithTheReason() throws Exception {
        refused(WHOLE.replace("127.0.0.1:6443", "my_cluster:6443"))
                .hasMessageContainingAll("cluster 'lab'", "'https://my_cluster:6443'", "letters, digits, dots");
        refused(WHOLE.replace("127.0.0.1:6443", "127.0.0.1:99999")).hasMessageContaining("ports end at 65535");
        refused(WHOLE.replace("127.0.0.1:6443", "my cluster:6443")).hasMessageContaining("illegal character");
        refused(WHOLE.replace("127.0.0.1:6443", "")).hasMessageContaining("an address like https://host:6443");
        refused(WHOLE.replace("127.0.0.1:6443", "a:1/?b=c")).hasMessageContaining("no query and no fragment");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path missing = directory.resolve("nowhere");
        assertThatThrownBy(() -> Kubeconfig.file(missing, Optional.empty()))
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll("no readable kubeconfig at " + missing, "specify another file");
        assertThatThrownBy(() -> Kubeconfig.file(directory, Optional.empty()))
                .hasMessageContaining("no readable kubeconfig at " + directory);
    }

    @Test
    void invalidYamlIsReportedWithItsLine() throws Exception {
        refused(WHOLE.replace("contexts:\n", "contexts: [\n"))
                .hasMessageContainingAll(" in line ", "correct it or fetch it again");
        refused("just a text").hasMessageContaining("correct it or fetch it again");
        refused("").hasMessageMatching("the kubeconfig .* is empty: fetch it again|.*fetch it again.*");
        refused("clusters: 7").hasMessageContaining("in line 1");
    }

    @Test
    void aMissingContextIsReportedWithTheExistingOnes() throws Exception {
        Path file = write(WHOLE);
        assertThatThrownBy(() -> Kubeconfig.file(file, Optional.of("nowhere")))
                .isInstanceOf(AccessException.class)
                .hasMessage("the kubeconfig %s has no context 'nowhere': choose one of 'here', 'there'", file);
        refused(WHOLE.replace("current-context: here\n", ""))
                .hasMessageContainingAll("has no current-context", "choose one of 'here', 'there'");
        refused("kind: Config").hasMessageContaining("has no contexts: fetch it again, or name another one");
    }

    @Test
    void aMissingClusterOrUserIsReportedWithItsContext() throws Exception {
        refused(WHOLE.replace("- name: lab", "- name: other"))
                .hasMessageContaining("has no cluster 'lab', which its context 'here' refers to; it has 'other'");
        refused(WHOLE.replace("- name: me", "- name: you"))
                .hasMessageContaining("has no user 'me', which its context 'here' refers to; it has 'you'");
        refused(WHOLE.replace("{server: \"https://127.0.0.1:6443\"}", "{}"))
                .hasMessageContainingAll("cluster 'lab' of the kubeconfig", "has no server", "https://host:6443");
        refused(WHOLE.replace("https://127.0.0.1:6443", "127.0.0.1:6443"))
                .hasMessageContainingAll("has the server '127.0.0.1:6443'", "https://host:6443");
    }

    @Test
    void missingFilesAreReportedWithTheirPathNextToTheKubeconfig() throws Exception {
        refused(WHOLE.replace("6443\"}", "6443\", certificate-authority: pki/ca.crt}"))
                .hasMessageContainingAll(
                        "cluster 'lab'",
                        "certificate-authority file " + directory.resolve("pki/ca.crt"),
                        "check that it exists");
        refused(WHOLE.replace("token: secret", "tokenFile: /no/such/token"))
                .hasMessageContainingAll("user 'me'", "tokenFile file /no/such/token");
        refused(WHOLE.replace("token: secret", "client-certificate: me.crt, client-key: me.key"))
                .hasMessageContainingAll("user 'me'", "client-certificate file " + directory.resolve("me.crt"));
    }

    @Test
    void invalidCertificatesAreReported() throws Exception {
        Files.writeString(directory.resolve("ca.crt"), "not a certificate");
        refused(WHOLE.replace("6443\"}", "6443\", certificate-authority: ca.crt}"))
                .hasMessageContainingAll("the certificates for https://127.0.0.1:6443", "not usable", "PEM");
        refused(WHOLE.replace("token: secret", "client-certificate-data: YWJj"))
                .hasMessageContaining("has a client certificate but no client key");
    }

    @Test
    void anAuthorityIsNotIgnoredForTheSakeOfTheInsecureFlag() throws Exception {
        Files.writeString(
                directory.resolve("ca.crt"),
                TestingCertificate.named("authority").certificate());
        for (String authority : new String[] {"certificate-authority: ca.crt", "certificate-authority-data: YWJj"}) {
            refused(WHOLE.replace("6443\"}", "6443\", insecure-skip-tls-verify: true, " + authority + "}"))
                    .hasMessageContainingAll("cluster 'lab'", "insecure-skip-tls-verify", "remove one of them");
        }
    }

    @Test
    void twoOfOneNameAreRefused() throws Exception {
        refused(WHOLE + "- name: me\n  user: {token: other, as: jane}\n")
                .hasMessageContainingAll("more than one user 'me'", "remove or rename");
        refused(WHOLE.replace("clusters:", "- name: here\n  context: {cluster: lab, user: you}\nclusters:"))
                .hasMessageContainingAll("more than one context 'here'");
    }

    @Test
    void aProxyThatWouldNotBeUsedIsRefusedAndNotShown() throws Exception {
        refused(WHOLE.replace("6443\"}", "6443\", proxy-url: \"http://user:secret@proxy:3128\"}"))
                .hasMessageContainingAll("cluster 'lab'", "proxy-url", "-Dhttps.proxyHost")
                .hasMessageNotContaining("secret");
    }

    @Test
    void anExecPluginWithoutCredentialsIsReportedWithTheReason() throws Exception {
        refused(exec("no-such-plugin", "installHint: Get it from the shop."))
                .hasMessageContainingAll(
                        "the exec plugin 'no-such-plugin' of user 'me'",
                        "check that it is installed",
                        "Get it from the shop.");
        refused(exec(script("echo please log in >&2; exit 3"), ""))
                .hasMessageContainingAll("failed with exit code 3: please log in");
        refused(exec(script("echo hello"), "")).hasMessageContaining("printed invalid JSON");
        refused(exec(script("echo '{\"kind\": \"ExecCredential\", \"status\": {}}'"), ""))
                .hasMessageContaining("returned no credentials");
        refused(exec(
                        script("echo '{\"kind\": \"ExecCredential\", \"status\": {\"token\": \"t\","
                                + " \"expirationTimestamp\": \"soon\"}}'"),
                        ""))
                .hasMessageContaining("invalid expirationTimestamp 'soon'");
    }

    @Test
    void anExecPluginIsRunBesideItsKubeconfigWithItsArgumentsAndVariables() throws Exception {
        script(
                "echo \"{\\\"kind\\\": \\\"ExecCredential\\\", \\\"status\\\": {\\\"token\\\": \\\"$1-$GREETING\\\"}}\"");
        Path file = write(exec(
                "./plugin.sh",
                "args: [hello], env: [{name: GREETING, value: world}], apiVersion: client.authentication.k8s.io/v1"));
        assertThat(Kubeconfig.file(file, Optional.empty()).credentials().headers())
                .isEqualTo(Map.of("Authorization", List.of("Bearer hello-world")));
    }

    @Test
    void anExecPluginIsReadDespiteMuchStderrAndABusyCommonPool() throws Exception {
        Path file = write(exec(
                script("head -c 200000 /dev/zero >&2\n"
                        + "echo '{\"kind\": \"ExecCredential\", \"status\": {\"token\": \"t\"}}'"),
                ""));
        var over = new CountDownLatch(1);
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(() -> awaitUninterrupted(over));
        }

        try {
            assertThat(Kubeconfig.file(file, Optional.empty()).credentials().headers())
                    .isEqualTo(Map.of("Authorization", List.of("Bearer t")));
        } finally {
            over.countDown();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void theUsualPlacesAreLookedAtInTurn() throws Exception {
        Path none = directory.resolve("none");
        assertThatThrownBy(() -> Kubeconfig.find(Optional.empty(), Map.of("HOME", none.toString()), none))
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll(
                        "no cluster to connect to", none.resolve(".kube/config").toString(), "set KUBECONFIG");
        Path home = directory.resolve("home");
        Files.createDirectories(home.resolve(".kube"));
        Files.writeString(home.resolve(".kube/config"), WHOLE);
        assertThat(Kubeconfig.find(Optional.empty(), Map.of("HOME", home.toString()), none)
                        .server())
                .hasPort(6443);
        Path users = Files.writeString(directory.resolve("users"), WHOLE.substring(WHOLE.indexOf("users:")));
        Path rest = Files.writeString(directory.resolve("rest"), WHOLE.replace("secret", "of the second file"));
        String both = users + ":" + none + ":" + rest;
        assertThat(Kubeconfig.find(Optional.empty(), Map.of("KUBECONFIG", both), none)
                        .credentials()
                        .headers())
                .isEqualTo(Map.of("Authorization", List.of("Bearer secret")));
    }

    @Test
    void aMissingServiceAccountIsReported() throws Exception {
        assertThatThrownBy(() -> Kubeconfig.inCluster(directory, Map.of()))
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll("not running in a pod", "KUBERNETES_SERVICE_HOST is ''", "name a kubeconfig");
        Map<String, String> pod = Map.of("KUBERNETES_SERVICE_HOST", "::1", "KUBERNETES_SERVICE_PORT", "443");
        assertThatThrownBy(() -> Kubeconfig.inCluster(directory, pod)).hasMessageContaining("no readable ca.crt");
        Files.writeString(directory.resolve("ca.crt"), "");
        assertThatThrownBy(() -> Kubeconfig.inCluster(directory, pod))
                .hasMessageContainingAll("no token at " + directory.resolve("token"), "automountServiceAccountToken");
        Files.writeString(directory.resolve("token"), "\n");
        assertThatThrownBy(() -> Kubeconfig.inCluster(directory, pod)).hasMessageContaining("is empty");
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused(String content) throws IOException {
        Path file = write(content);
        return assertThatThrownBy(() -> Kubeconfig.file(file, Optional.empty()))
                .isInstanceOf(AccessException.class)
                .hasMessageContaining(file.toString());
    }

    private Path write(String content) throws IOException {
        return Files.writeString(directory.resolve("config"), content);
    }

    private static String exec(String command, String more) {
        return WHOLE.replace(
                "token: secret", "exec: {command: \"" + command + "\"" + (more.isEmpty() ? "" : ", " + more) + "}");
    }

    private String script(String body) throws IOException {
        Path script = Files.writeString(directory.resolve("plugin.sh"), "#!/bin/sh\n" + body + "\n");
        if (!script.toFile().setExecutable(true)) {
            throw new IOException("can't make " + script + " executable");
        }
        return script.toString();
    }
}
