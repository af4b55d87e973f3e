package io.livekube.hub.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Patterns of cluster names.
class FleetTest {
    @ParameterizedTest
    @CsvSource({
        "demo, demo, true",
        "demo, demo2, false",
        "prod*, prod-eu, true",
        "prod*, prod, true",
        "*-eu, prod-eu, true",
        "*-eu, prod-us, false",
        "p*d*eu, prod-eu, true",
        "a*b*c, aXbXbXc, true",
        "a*b*c, aXbXbX, false",
        "*, anything, true"
    })
    void starMatchesAnyCharacters(String pattern, String id, boolean matches) {
        assertThat(Fleet.matches(pattern, id)).isEqualTo(matches);
    }
}
