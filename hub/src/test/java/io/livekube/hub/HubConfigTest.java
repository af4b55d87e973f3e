package io.livekube.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.hub.transport.HttpConfig;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A hub reachable from other machines must be secured, or explicitly exempted.
class HubConfigTest {
    private static final Optional<HttpConfig.Tls> TLS =
            Optional.of(new HttpConfig.Tls(Path.of("cert.pem"), Path.of("key.pem")));

    private static HubConfig on(String host, Optional<HttpConfig.Tls> tls, boolean plain, boolean anonymous) {
        HubConfig defaults = HubConfig.defaults(Path.of("tokens"));
        return defaults.withAccess(new HubAccess(plain, Path.of("tokens"), Optional.empty(), anonymous))
                .withHttp(new HttpConfig(host, 0, tls));
    }

    @Test
    void loopbackNeedsNothingMore() {
        assertThat(on("127.0.0.1", Optional.empty(), false, false)).isNotNull();
        assertThat(on("::1", Optional.empty(), false, false)).isNotNull();
    }

    @Test
    void otherAddressesNeedTlsAndReaderTokensUnlessWaived() {
        assertThatThrownBy(() -> on("0.0.0.0", Optional.empty(), false, true)).hasMessageContaining("--plain-http");
        assertThatThrownBy(() -> on("0.0.0.0", TLS, false, false)).hasMessageContaining("--reader-token-file");
        assertThatThrownBy(() -> on("::", Optional.empty(), true, false)).hasMessageContaining("--anonymous-readers");
        assertThat(on("0.0.0.0", TLS, false, true)).isNotNull();
        assertThat(on("0.0.0.0", Optional.empty(), true, true)).isNotNull();
    }
}
