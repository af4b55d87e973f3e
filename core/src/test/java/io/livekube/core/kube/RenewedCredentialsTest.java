package io.livekube.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Credentials that are fetched again stay those of one server, and are fetched once for many who wait.
class RenewedCredentialsTest {
    private static final String TWO_CLUSTERS = """
            current-context: staging
            contexts:
            - {name: staging, context: {cluster: staging, user: tester}}
            - {name: production, context: {cluster: production, user: admin}}
            clusters:
            - {name: staging, cluster: {server: "https://staging:6443"}}
            - {name: production, cluster: {server: "https://production:6443"}}
            users:
            - {name: tester, user: {token: tested}}
            - {name: admin, user: {token: powerful}}
            """;

    @TempDir
    private Path directory = Path.of("");

    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void anotherCurrentContextDoesNotBringItsCredentialsToTheServerOfTheFirst() throws Exception {
        Credentials credentials = load(TWO_CLUSTERS);
        write(TWO_CLUSTERS.replace("current-context: staging", "current-context: production")
                .replace("tested", "renewed"));
        credentials.refresh();
        assertThat(credentials.headers()).isEqualTo(bearer("renewed"));
    }

    @Test
    void credentialsOfAContextThatGotAnotherServerAreNotTaken() throws Exception {
        Credentials credentials = load(TWO_CLUSTERS);
        write(TWO_CLUSTERS.replace("https://staging", "https://elsewhere").replace("tested", "renewed"));
        assertThatThrownBy(credentials::refresh)
                .isInstanceOf(AccessException.class)
                .hasMessageContainingAll("'staging'", "https://elsewhere:6443 now", "https://staging:6443 before");
        assertThat(credentials.headers()).isEqualTo(bearer("tested"));
    }

    private Credentials load(String content) throws Exception {
        return Kubeconfig.files(List.of(write(content)), Optional.empty(), () -> now)
                .credentials();
    }

    private Path write(String content) throws Exception {
        return Files.writeString(directory.resolve("config"), content);
    }

    private static Map<String, String> bearer(String token) {
        return Map.of("Authorization", "Bearer " + token);
    }
}
