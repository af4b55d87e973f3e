package io.livekube.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.testkit.controlplane.ControlPlaneSupport.Available;
import io.livekube.testkit.controlplane.ControlPlaneSupport.Failure;
import io.livekube.testkit.controlplane.ControlPlaneSupport.Skip;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlPlaneSupportTest {
    private static final Optional<String> NO_GO = Optional.of("no Go");

    @Test
    void nothingInTheWayMeansTheTestsRun() {
        assertThat(ControlPlaneSupport.of(Optional.empty(), Map.of("CI", "true")))
                .isEqualTo(new Available());
        assertThat(ControlPlaneSupport.of(Optional.empty(), Map.of())).isEqualTo(new Available());
    }

    @Test
    void onADevelopersMachineTheTestsAreSkipped() {
        assertThat(ControlPlaneSupport.of(NO_GO, Map.of())).isEqualTo(new Skip("no Go"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "false"})
    void anEmptyCiVariableIsNotCi(String ci) {
        assertThat(ControlPlaneSupport.of(NO_GO, Map.of("CI", ci))).isEqualTo(new Skip("no Go"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "1", "yes"})
    void underCiASkipIsAFailure(String ci) {
        assertThat(ControlPlaneSupport.of(NO_GO, Map.of("CI", ci)))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.why()).startsWith("no Go"));
    }
}
