package io.livekube.agent.uplink;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpTaskLinkTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            https://10.0.0.1:6443              | https://10.0.0.1:6443
            https://api.example.org/k8s/c-1    | https://api.example.org/k8s/c-1
            https://me:secret@example.org:443/ | https://example.org:443/
            https://example.org/?token=secret  | https://example.org/
            https://[::1]:6443                 | https://[::1]:6443
            """)
    void theApiServersUrlIsSentToTheHubWithoutSecrets(String server, String told) {
        assertThat(HttpTaskLink.withoutSecrets(URI.create(server))).isEqualTo(told);
    }
}
