package io.livekube.hub.auth;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.delta;
import static io.livekube.hub.TestingBatches.full;
import static io.livekube.hub.TestingPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Permissions of readers and agents.
@Timeout(60)
class AccessTest {
    private static final String READER = "a-reader-of-all-clusters";

    private static int read(TestingHub hub, String path, String token) {
        return hub.send(hub.request(path)
                        .header("Authorization", "Bearer " + token)
                        .GET())
                .statusCode();
    }

    @Test
    void readersNeedATokenIfTokensAreConfigured(@TempDir Path dir) throws IOException {
        Path readers = Files.writeString(dir.resolve("readers"), "# readers\n" + READER + "\n");
        try (TestingHub hub = TestingHub.start(config -> config.withReaderTokensFile(readers))) {
            hub.post("demo", full(SESSION, 3));
            for (String path :
                    new String[] {"/api/v1/clusters", "/api/v1/clusters/demo", "/clusters/demo/api/v1/pods"}) {
                assertThat(hub.get(path).statusCode()).as(path).isEqualTo(401);
                assertThat(read(hub, path, "this-is-not-a-token")).as(path).isEqualTo(401);
                assertThat(read(hub, path, TestingHub.token("demo"))).as(path).isEqualTo(403);
                assertThat(read(hub, path, READER)).as(path).isEqualTo(200);
            }
            assertThat(hub.get("/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void agentTokenCanNotReadEvenIfAnyoneMayRead() {
        try (TestingHub hub = TestingHub.start()) {
            hub.post("demo", full(SESSION, 3));
            assertThat(read(hub, "/clusters/demo/api/v1/pods", TestingHub.token("demo")))
                    .isEqualTo(403);
            assertThat(hub.get("/clusters/demo/api/v1/pods").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void tokenRemovedFromTheFileSoonStopsWorking() throws IOException {
        try (TestingHub hub = TestingHub.start()) {
            hub.post("demo", full(SESSION, 3));
            Files.writeString(hub.tokensFile(), "this is not a token file\n");
            Files.writeString(hub.tokensFile(), "other " + TestingHub.token("other") + "\n");
            await().until(() ->
                    hub.post("demo", delta(SESSION, 2, "default", "x", 1)).statusCode() == 401);
            assertThat(hub.post("other", full(SESSION, 1)).statusCode()).isEqualTo(200);
        }
    }
}
