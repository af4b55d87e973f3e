package io.livekube.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Compression: only of large responses, only if the client accepts it, never of watches.
public interface GzipContract extends ContractScene {

    int OVER_THE_THRESHOLD = 140 * 1024;

    @Test
    default void onlyAnswersOver128KiBAreZipped() {
        Scene scene = scene();
        scene.createConfigMaps("small");
        scene.create(Manifests.withData(Manifests.configMap("big"), "x".repeat(OVER_THE_THRESHOLD)));
        KubeHttp zipping = scene.api().with("Accept-Encoding", "gzip");

        Reply big = zipping.get(scene.configMap("big"));
        Reply small = zipping.get(scene.configMap("small"));
        Reply unasked = scene.api().get(scene.configMap("big"));

        assertThat(big.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(big.header("Vary")).isEqualTo("Accept-Encoding");
        assertThat(big.ok()).isEqualTo(unasked.ok());
        assertThat(small.header("Content-Encoding")).isEmpty();
        assertThat(small.ok().at("/data/key").asText()).isEqualTo("first");
        assertThat(unasked.header("Content-Encoding")).isEmpty();
        try (OpenWatch watch = zipping.watch(scene.configMaps())) {
            assertThat(watch.headers().firstValue("Content-Encoding")).isEmpty();
            assertThat(watch.next().summary()).isEqualTo("ADDED big");
        }
    }
}
