package io.livekube.hub.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.livekube.core.model.Resource;
import io.livekube.hub.TestingConfig;
import io.livekube.hub.TestingHub;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.control.SyncSettings;
import io.livekube.hub.control.SyncedKinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Settings survive restarts of the hub, and failures to save them are reported.
@Timeout(60)
class SettingsFileTest {
    private static final SyncSettings DEFAULTS = new SyncSettings(SyncMode.AUTO, new SyncedKinds.All());

    @TempDir
    private Path dir = Path.of("");

    private Path file() {
        return dir.resolve("state.json");
    }

    private ClusterSettings open() {
        return ClusterSettings.open(DEFAULTS, Optional.of(new SettingsFile(file())));
    }

    private static HttpResponse<String> set(TestingHub hub, String settings) {
        return hub.send(hub.request("/api/v1/clusters/demo/sync").PUT(HttpRequest.BodyPublishers.ofString(settings)));
    }

    @Test
    void settingsSurviveARestartOfTheHub() {
        try (TestingHub hub = TestingHub.start(config -> TestingConfig.withStateFile(config, file()))) {
            assertThat(set(hub, "{\"mode\":\"off\",\"resourceTypes\":[\"Pod\",\"example.com/v1/widgets\"]}")
                            .statusCode())
                    .as("although its agent has never connected")
                    .isEqualTo(200);
        }
        try (TestingHub hub = TestingHub.start(config -> TestingConfig.withStateFile(config, file()))) {
            assertThat(hub.get("/api/v1/clusters/demo").body())
                    .contains("\"mode\":\"off\"")
                    .contains("\"resourceTypes\":[\"Pod\",\"example.com/v1/widgets\"]");
            hub.hub().clusters().register("demo");
            assertThat(hub.hub()
                            .clusters()
                            .find("demo")
                            .orElseThrow()
                            .activation()
                            .settings())
                    .isEqualTo(new SyncSettings(
                            SyncMode.OFF,
                            new SyncedKinds.Only(Set.of(
                                    Resource.core("v1", "pods"), new Resource("example.com", "v1", "widgets")))));
            hub.send(hub.request("/api/v1/clusters/demo").DELETE());
        }
        assertThat(open().of("demo")).as("removed").isEqualTo(DEFAULTS);
    }

    @Test
    void settingsThatCanNotBeSavedHaveNoEffect() throws IOException {
        try (TestingHub hub = TestingHub.start(config -> TestingConfig.withStateFile(config, file()))) {
            assertThat(set(hub, "{\"mode\":\"on\"}").statusCode()).isEqualTo(200);
            Files.createDirectories(dir.resolve("state.json.new/in-the-way"));
            HttpResponse<String> failed = set(hub, "{\"mode\":\"off\"}");

            assertThat(failed.statusCode()).isEqualTo(500);
            assertThat(failed.body()).contains("Nothing was changed");
            assertThat(hub.get("/api/v1/clusters/demo").body()).contains("\"mode\":\"on\"");
            assertThat(Files.readString(file())).contains("\"on\"");

            Files.delete(dir.resolve("state.json.new/in-the-way"));
            Files.delete(dir.resolve("state.json.new"));
            assertThat(set(hub, "{\"mode\":\"off\"}").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"demo\":{\"mode\":\"never\"}}",
                "{\"demo\":{\"resourceTypes\":[\"Wombat\"]}}",
                "{\"demo\":7}",
                "{\"demo\":{\"mode\":\"on\"}} trailing"
            })
    void invalidFilePreventsStartupAndIsNamed(String content) throws IOException {
        Files.writeString(file(), content);
        assertThatThrownBy(this::open)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(file().toString())
                .hasMessageContaining("move it away");
    }

    @Test
    void missingDirectoryIsReportedAtStartup() {
        var file = new SettingsFile(dir.resolve("missing/state.json"));
        assertThatThrownBy(() -> ClusterSettings.open(DEFAULTS, Optional.of(file)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("directory not found");
    }
}
