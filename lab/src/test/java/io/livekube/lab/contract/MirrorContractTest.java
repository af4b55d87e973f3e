package io.livekube.lab.contract;

import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.testkit.contract.ContractTarget;
import io.livekube.testkit.contract.KubeHttp;
import io.livekube.testkit.contract.MetadataContract;
import io.livekube.testkit.contract.PagingContract;
import io.livekube.testkit.contract.Scene;
import io.livekube.testkit.contract.SelectorContract;
import io.livekube.testkit.contract.VersionsContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The mirror keeps the contract of lists and watches as kube-apiserver does, but for the cases here, which
/// say what it does instead.
@Tag("slow")
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MirrorContractTest implements PagingContract, VersionsContract, SelectorContract, MetadataContract {
    private @Nullable MirroredSimulator mirrored;
    private @Nullable KubeHttp api;
    private @Nullable Scene scene;

    @BeforeAll
    void start(@TempDir Path dir) throws Exception {
        mirrored = new MirroredSimulator(dir);
        api = KubeHttp.to(mirrored.endpoint());
    }

    @BeforeEach
    void open() {
        scene = Scene.on(Objects.requireNonNull(api));
    }

    @AfterAll
    void stop() {
        Objects.requireNonNull(api).close();
        Objects.requireNonNull(mirrored).close();
    }

    @Override
    public ContractTarget target() {
        return Objects.requireNonNull(mirrored);
    }

    @Override
    public Scene scene() {
        return Objects.requireNonNull(scene);
    }

    /// The mirror has the states that pages were cut from, not one of every version.
    @Test
    @Override
    public void anExactVersionServesThePast() {
        scene().createConfigMaps("a");
        long past = version(scene().createConfigMaps("b").getFirst());
        scene().createConfigMaps("c");
        scene().listVersion();

        assertThat(scene().api()
                        .get(scene().configMaps(), "resourceVersion=" + past + "&resourceVersionMatch=Exact")
                        .refusal(410, "Expired"))
                .isEqualTo("The resourceVersion for the provided list is too old.");
    }

    /// Label selectors are refused in the mirror's own words, field selectors in the API server's.
    @Test
    @Override
    public void invalidSelectorsAreBadRequests() {
        for (String selector : List.of("color in red", "==", "color=-red", "a,,b")) {
            assertThat(scene().api()
                            .get(scene().configMaps(), "labelSelector=" + selector)
                            .refusal(400, "BadRequest"))
                    .as(selector)
                    .startsWith("The label selector can't be read: label selector '" + selector + "'");
        }
        assertThat(scene().api()
                        .get(scene().configMaps(), "fieldSelector=metadata.name")
                        .refusal(400, "BadRequest"))
                .isEqualTo("invalid selector: 'metadata.name'; can't understand 'metadata.name'");
    }
}
