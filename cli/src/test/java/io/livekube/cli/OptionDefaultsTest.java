package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Options from flags, the environment and the config file, in this order of precedence.
class OptionDefaultsTest {
    @TempDir
    private Path dir;

    private Path config(String text) throws IOException {
        return Files.writeString(dir.resolve("config.yaml"), text);
    }

    @Test
    void theFlagCountsBeforeTheEnvironmentAndThatBeforeTheFile() throws IOException {
        Path file = config("hub: http://127.0.0.1:1\n");
        Map<String, String> environment = Map.of("LIVEKUBE_CONFIG", file.toString());
        Map<String, String> both = Map.of("LIVEKUBE_CONFIG", file.toString(), "LIVEKUBE_HUB", "http://127.0.0.1:2");

        assertThat(Livekube.in(environment, "clusters").err()).contains("no hub is listening at http://127.0.0.1:1");
        assertThat(Livekube.in(both, "clusters").err()).contains("no hub is listening at http://127.0.0.1:2");
        assertThat(Livekube.in(both, "clusters", "--hub", "http://127.0.0.1:3").err())
                .contains("no hub is listening at http://127.0.0.1:3");
    }

    @Test
    void theUsualFileIsFoundAndAnotherCanBeNamed() throws IOException {
        Files.createDirectories(dir.resolve(".config/livekube"));
        Files.writeString(dir.resolve(".config/livekube/config.yaml"), "hub: http://127.0.0.1:4\n");
        Path other = config("hub: http://127.0.0.1:5\n");
        Map<String, String> home = Map.of("HOME", dir.toString());

        assertThat(Livekube.in(home, "clusters").err()).contains("127.0.0.1:4");
        assertThat(Livekube.in(home, "clusters", "--config", other.toString()).err())
                .contains("127.0.0.1:5");
        assertThat(Livekube.in(home, "clusters", "--config=" + other).err()).contains("127.0.0.1:5");
    }

    @Test
    void aFormThatOnlyOtherCommandsHaveIsForThemAlone() throws IOException {
        String missing = dir.resolve("missing").toString();
        for (String form : new String[] {"wide", "name", "yaml", "json"}) {
            Map<String, String> environment = Map.of("HOME", dir.toString(), "LIVEKUBE_OUTPUT", form);
            assertThat(Livekube.in(environment, "doctor", "--kubeconfig", missing)
                            .err())
                    .contains("no readable kubeconfig at");
            assertThat(Livekube.in(environment, "get", "pods", "--hub", "http://127.0.0.1:1")
                            .err())
                    .contains("no hub is listening at http://127.0.0.1:1");
        }
        Path file = config("output: wide\n");
        assertThat(Livekube.run("doctor", "--config", file.toString(), "--kubeconfig", missing)
                        .err())
                .contains("no readable kubeconfig at");
        assertThat(Livekube.in(Map.of("LIVEKUBE_OUTPUT", "wild"), "doctor").err())
                .contains("'wild'", "LIVEKUBE_OUTPUT");
        assertThat(Livekube.run("doctor", "-o", "wide").err()).contains("'wide'", "yaml");
    }

    @Test
    void requiredOptionsAndListsCanStandInTheFile() throws IOException {
        Path file = config("""
                hub: http://127.0.0.1:6
                cluster: demo
                token-file: %s
                resource-types: [Pod, Nonsense]
                """.formatted(dir.resolve("missing")));
        Livekube agent = Livekube.run("agent", "--config", file.toString());

        assertThat(agent.exitCode()).isEqualTo(2);
        assertThat(agent.err()).contains("unknown resource type 'Nonsense'").hasLineCount(1);
    }

    @Test
    void anInvalidValueIsReportedWithItsOrigin() {
        Livekube wrong = Livekube.in(Map.of("LIVEKUBE_PORT", "eighty"), "up");

        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err())
                .contains("eighty")
                .contains("from LIVEKUBE_PORT")
                .hasLineCount(1);
    }

    @Test
    void aMisspeltNameABrokenFileAndAMissingOneAreNamed() throws IOException {
        Livekube misspelt =
                Livekube.run("clusters", "--config", config("tokn-file: x\n").toString());
        assertThat(misspelt.err())
                .contains("'tokn-file'")
                .contains("'token-file'")
                .hasLineCount(1);
        Livekube broken =
                Livekube.run("clusters", "--config", config("hub: [\n").toString());
        assertThat(broken.err()).contains("config.yaml: invalid YAML, line").hasLineCount(1);
        Livekube list = Livekube.run("clusters", "--config", config("- hub\n").toString());
        assertThat(list.err()).contains("expected lines like").hasLineCount(1);
        Livekube missing =
                Livekube.run("clusters", "--config", dir.resolve("none").toString());
        assertThat(missing.err()).contains("cannot read it").hasLineCount(1);
        assertThat(new Livekube[] {misspelt, broken, list, missing})
                .allSatisfy(said -> assertThat(said.exitCode()).isEqualTo(2));
    }

    @Test
    void versionWorksWithAnyConfigFile() throws IOException {
        Livekube version =
                Livekube.in(Map.of("LIVEKUBE_CONFIG", config("hub: [\n").toString()), "version");

        assertThat(version.exitCode()).isZero();
        assertThat(version.out()).startsWith("livekube ");
    }
}
