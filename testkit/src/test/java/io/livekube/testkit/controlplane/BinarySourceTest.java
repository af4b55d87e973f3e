package io.livekube.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinarySourceTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @Test
    void theCacheDirectoryIsNamedAfterTheVersion() {
        BinarySource ofHome = BinarySource.of(Map.of(), directory);
        BinarySource ofXdg = BinarySource.of(Map.of("XDG_CACHE_HOME", directory + "/caches"), directory);

        assertThat(ofHome.cache(Tool.ETCD).getParent()).isEqualTo(directory.resolve(".cache/livekube/controlplane"));
        assertThat(ofXdg.cache(Tool.ETCD).getParent()).isEqualTo(directory.resolve("caches/livekube/controlplane"));
        assertThat(ofHome.cache(Tool.ETCD).getFileName().toString()).matches("1\\.\\d+\\.\\d+-[0-9a-f]{12}");
        assertThat(ofHome.cache(Tool.KWOK)).isEqualTo(ofHome.cache(Tool.ETCD));
        assertThat(ofHome.cache(Tool.HELM).getParent()).isEqualTo(directory.resolve(".cache/livekube/helm"));
    }

    @Test
    void incompleteAssetsAreAnErrorThatNamesWhatIsMissing() throws Exception {
        script(directory.resolve("etcd"), "");
        BinarySource source = BinarySource.of(Map.of("KUBEBUILDER_ASSETS", directory.toString()), directory);

        assertThatThrownBy(() -> provide(source, Tool.essential()))
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining("KUBEBUILDER_ASSETS is set to " + directory)
                .hasMessageContaining("lacks kube-apiserver, kubectl");
    }

    @Test
    void assetsGoBeforeTheCacheAndTheCacheFillsTheirGaps() throws Exception {
        Path assets = Files.createDirectory(directory.resolve("assets"));
        BinarySource source = BinarySource.of(Map.of("KUBEBUILDER_ASSETS", assets.toString()), directory);
        for (Tool tool : Tool.essential()) {
            script(assets.resolve(tool.binary()), "");
        }
        for (Tool tool : Tool.values()) {
            script(Files.createDirectories(source.cache(tool)).resolve(tool.binary()), "");
        }

        ControlPlaneBinaries binaries = provide(source, EnumSet.allOf(Tool.class));

        assertThat(binaries.path(Tool.ETCD)).isEqualTo(assets.resolve("etcd"));
        assertThat(binaries.path(Tool.KWOK)).isEqualTo(source.cache(Tool.KWOK).resolve("kwok"));
    }

    @Test
    void withoutGoAndBinariesTheReasonSaysWhatToDo() {
        BinarySource source = BinarySource.of(Map.of("PATH", directory.toString()), directory);

        assertThat(source.obstacle(Tool.essential()))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("etcd, kube-apiserver, kubectl not found", "install Go", "KUBEBUILDER_ASSETS")
                        .doesNotContain("\n"));
    }

    @Test
    void missingBinariesAreBuiltOnceIntoTheCache() throws Exception {
        BinarySource source = withGo("""
                test -s go.mod && test -s go.sum || exit 3
                while [ "$1" != -o ]; do shift; done
                echo "$3" > "$2"; chmod +x "$2"
                """);

        provide(source, Set.of(Tool.ETCD, Tool.KWOK));
        provide(source, Set.of(Tool.ETCD, Tool.KWOK));

        assertThat(source.cache(Tool.ETCD).resolve("etcd")).content().isEqualTo("go.etcd.io/etcd/server/v3\n");
        assertThat(source.cache(Tool.KWOK).resolve("kwok")).content().isEqualTo("sigs.k8s.io/kwok/cmd/kwok\n");
        assertThat(progress.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.startsWith("building etcd 3."))
                .hasSize(1);
    }

    @Test
    void aFailedBuildShowsGosOutputAndLeavesNoFiles() throws Exception {
        BinarySource source = withGo("echo no such module >&2; exit 1");

        assertThatThrownBy(() -> provide(source, Set.of(Tool.KWOK)))
                .isInstanceOf(ControlPlaneException.class)
                .hasMessageContaining("sigs.k8s.io/kwok/cmd/kwok")
                .hasMessageContaining("exit code 1:\nno such module");
        assertThat(source.cache(Tool.KWOK)).isDirectoryNotContaining("glob:**kwok*");
    }

    private BinarySource withGo(String script) throws IOException {
        script(directory.resolve("go"), script);
        return BinarySource.of(Map.of("PATH", directory.toString()), directory);
    }

    private ControlPlaneBinaries provide(BinarySource source, Set<Tool> tools) {
        return ControlPlaneBinaries.provide(source, tools, new PrintStream(progress, true, StandardCharsets.UTF_8));
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
