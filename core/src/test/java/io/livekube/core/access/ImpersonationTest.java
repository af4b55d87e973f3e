package io.livekube.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A kubeconfig whose user acts as another one never gets the rights of the user itself.
class ImpersonationTest {
    @TempDir
    private Path directory = Path.of("");

    @Test
    void impersonationHeadersAreSentWithEveryRequest() throws Exception {
        var seen = new CompletableFuture<Headers>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            seen.complete(exchange.getRequestHeaders());
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        ApiAccess access = load("http://127.0.0.1:" + server.getAddress().getPort(), """
                token: secret, as: jane, as-uid: "42", as-groups: ["the testers", staff],
                as-user-extra: {scopes: [view, list], acme.com/50%: [half]}""");
        try (var client = new ApiClient(access, ClientConfig.defaults())) {
            client.get("/version", "application/json", false).close();
        } finally {
            server.stop(0);
        }
        assertThat(seen.get(60, TimeUnit.SECONDS))
                .containsEntry("Authorization", List.of("Bearer secret"))
                .containsEntry("Impersonate-User", List.of("jane"))
                .containsEntry("Impersonate-Uid", List.of("42"))
                .containsEntry("Impersonate-Group", List.of("the testers", "staff"))
                .containsEntry("Impersonate-Extra-scopes", List.of("view", "list"))
                .containsEntry("Impersonate-Extra-acme.com%2f50%25", List.of("half"));
    }

    @Test
    void aUserMayActAsAnotherWithoutMoreAndAfterItsTokenIsReadAgain() throws Exception {
        ApiAccess access = load("https://127.0.0.1:6443", "token: first, as: jane, as-groups: ~");
        assertThat(access.credentials().headers())
                .isEqualTo(Map.of("Authorization", List.of("Bearer first"), "Impersonate-User", List.of("jane")));
        load("https://127.0.0.1:6443", "token: second, as: jane");
        access.credentials().refresh();
        assertThat(access.credentials().headers())
                .isEqualTo(Map.of("Authorization", List.of("Bearer second"), "Impersonate-User", List.of("jane")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"token: second", "token: second, as: joe", "token: second, as: jane, as-groups: [staff]"})
    void theImpersonatedUserDoesNotChangeWhileRunning(String changed) throws Exception {
        ApiAccess access = load("https://127.0.0.1:6443", "token: first, as: jane");
        load("https://127.0.0.1:6443", changed);

        assertThatThrownBy(() -> access.credentials().refresh())
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll("user 'me' of the kubeconfig", "impersonates a different user", "restart");
        assertThat(access.credentials().headers())
                .isEqualTo(Map.of("Authorization", List.of("Bearer first"), "Impersonate-User", List.of("jane")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'': [b]", "a: []", "a: ~"})
    void anEmptyExtraIsRefused(String extra) {
        assertThatThrownBy(() -> load("https://127.0.0.1:6443", "token: t, as: jane, as-user-extra: {" + extra + "}"))
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll("the as-user-extra of user 'me'", "empty: remove it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"as-uid: u", "as-groups: [g]", "as-user-extra: {a: [b]}", "as: '', as-groups: [g]"})
    void detailsOfAnUnnamedImpersonatedUserAreRefused(String alone) {
        assertThatThrownBy(() -> load("https://127.0.0.1:6443", "token: secret, " + alone))
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll("user 'me' of the kubeconfig", "without as", "name the user to act as");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "as: ' '",
                "as: ' jane'",
                "as: jane, as-groups: ['system:masters ']",
                "as: \"ja\\nne\"",
                "as: \"ja\\0ne\"",
                "as: jané",
                "as: jane, as-uid: \"4\\r\\n2\"",
                "as: jane, as-groups: [staff, \"g\\nImpersonate-Group: system:masters\"]",
                "as: jane, as-groups: [staff, ~]",
                "as: jane, as-user-extra: {a: [b, \"c\\td\"]}"
            })
    void unsendableValuesAreRefused(String unsaid) {
        assertThatThrownBy(() -> load("https://127.0.0.1:6443", "token: secret, " + unsaid))
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll("the as", "of user 'me' of the kubeconfig", "printable ASCII");
    }

    private ApiAccess load(String server, String user) throws IOException {
        Path file = Files.writeString(directory.resolve("config"), """
                current-context: here
                contexts: [{name: here, context: {cluster: lab, user: me}}]
                clusters: [{name: lab, cluster: {server: "%s"}}]
                users: [{name: me, user: {%s}}]
                """.formatted(server, user));
        return Kubeconfig.file(file, Optional.empty());
    }
}
