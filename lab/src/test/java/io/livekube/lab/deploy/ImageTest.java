package io.livekube.lab.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The Dockerfile delegates to `make image-root`, which creates and runs the same content without Docker, and
/// the manifests run the programs that it creates.
@Timeout(600)
class ImageTest {
    private final List<String> dockerfile;

    ImageTest() throws IOException {
        dockerfile = Files.readAllLines(Deployed.DIRECTORY.resolve("Dockerfile"));
    }

    @Test
    void dockerfileBuildsWhatMakeBuilds() throws Exception {
        assertThat(dockerfile).contains("RUN make image-root IMAGE=/", "COPY --from=build /livekube /livekube");

        var dryRun = new ProcessBuilder("make", "--dry-run", "image-root", "IMAGE=/")
                .directory(Deployed.DIRECTORY.resolve("..").toFile())
                .redirectErrorStream(true);
        // If make runs these tests, the nested make would print its directories.
        dryRun.environment().keySet().removeAll(List.of("MAKEFLAGS", "MAKELEVEL", "MFLAGS"));
        Process make = dryRun.start();
        String steps = new String(make.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(make.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(steps.lines()).last().isEqualTo("build/image / && build/image-check /");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hub", "agent"})
    void manifestsRunWhatTheImageContains(String part) {
        JsonNode pod = Deployed.manifest(part).the("Deployment").at("/spec/template/spec");
        String java = pod.at("/containers/0/command/0").asText();

        assertThat(dockerfile).contains("ENTRYPOINT [\"%s\", \"@/livekube/livekube.args\"]".formatted(java));
        assertThat(pod.at("/containers/0/command/1").asText()).isEqualTo("@/livekube/" + part + ".args");
        assertThat(dockerfile)
                .contains("USER %1$s:%1$s"
                        .formatted(pod.at("/securityContext/runAsUser").asText()));
    }
}
