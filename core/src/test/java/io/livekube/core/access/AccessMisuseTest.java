package io.livekube.core.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.http.ClientConfig;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What can't work is refused where it is given, not where it is first used.
class AccessMisuseTest {
    @ParameterizedTest
    @ValueSource(strings = {"secret\n", "sec\r\nret", "secret ", "", "secrét"})
    void aTokenThatCanNotBeSentIsRefusedAndNotShown(String token) {
        assertThatThrownBy(() -> Credentials.bearer(token))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("strip it if it was read from a file")
                .hasMessageNotContainingAny("secr", "ret");
    }

    @Test
    void aTokenIsSentUnchanged() {
        assertThat(Credentials.bearer("se.cr-et").headers())
                .isEqualTo(Map.of("Authorization", List.of("Bearer se.cr-et")));
    }

    @Test
    void aLoginIsDescribedWithoutItsSecret() {
        assertThat(ResolvedCredentials.token("secret", "this test", Optional.empty()))
                .asString()
                .contains("Authorization")
                .doesNotContain("secret");
        assertThat(ResolvedCredentials.password("user", "secret")).asString().doesNotContain("Basic");
    }

    @ParameterizedTest
    @CsvSource({
        "http://my_host:8001, host names have",
        "http:///api, host names have",
        "ftp://host, https:// or http://",
        "host:6443, https:// or http://",
        "https://host:66443, ports end at 65535",
        "https://host/?limit=1, no query and no fragment"
    })
    void anAddressWhereNothingCanBeAskedIsRefused(String address, String why) {
        assertThatThrownBy(() -> ApiAccess.open(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'" + address + "'", "like https://host:6443", why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://user:secret@host:6443", "https://secret@my_host", "ftp://user:secret@host"})
    void anAddressWithAPasswordIsRefusedAndThePasswordNotShown(String address) {
        assertThatThrownBy(() -> ApiAccess.open(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("host")
                .hasMessageNotContainingAny("secret", "user:");
        assertThatThrownBy(() -> ServerAddress.parse(address + "/ ", "this test"))
                .isInstanceOf(AccessException.class)
                .hasMessageNotContaining("secret")
                .hasNoCause();
        assertThatThrownBy(() -> ServerAddress.parse("https://user:secret@host:6443", "this test"))
                .hasMessageContainingAll("…@host:6443", "user and password don't belong in an address")
                .hasMessageNotContaining("secret");
    }

    @Test
    void anAddressMayHaveAPath() {
        assertThat(ApiAccess.open(URI.create("https://[::1]:8443/k8s/clusters/c-1/"))
                        .server())
                .hasToString("https://[::1]:8443/k8s/clusters/c-1");
    }

    @Test
    void aSizeOrNameThatCanNotBeUsedIsRefused() {
        ClientConfig defaults = ClientConfig.defaults();
        assertThatThrownBy(() -> defaults.withMaxObjectBytes(0)).hasMessage("maxObjectBytes must be positive, got 0");
        assertThatThrownBy(() -> defaults.withUserAgent("live\nkube"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("userAgent must be one line");
        assertThatThrownBy(() -> defaults.withConnectTimeout(Duration.ZERO))
                .hasMessage("connectTimeout must be positive, got PT0S");
    }

    @Test
    void changingOneSettingKeepsTheOthers() {
        ClientConfig defaults = ClientConfig.defaults();
        ClientConfig changed = defaults.withConnectTimeout(Duration.ofMillis(7))
                .withMaxObjectBytes(8)
                .withUserAgent("nine");
        assertThat(changed.connectTimeout()).hasMillis(7);
        assertThat(changed.maxObjectBytes()).isEqualTo(8);
        assertThat(changed.userAgent()).isEqualTo("nine");
        assertThat(changed.withConnectTimeout(defaults.connectTimeout())
                        .withMaxObjectBytes(defaults.maxObjectBytes())
                        .withUserAgent(defaults.userAgent()))
                .isEqualTo(defaults);
    }
}
