package io.livekube.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.agent.kinds.KindSelection;
import io.livekube.core.access.Kubeconfig;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.Informer;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Secrets on a real API server: what an agent with permission to follow them holds and sends.
@RealControlPlane
@Timeout(240)
class SecretsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ObjectKey KEY = new ObjectKey("default", "database");
    private static final KindSelection SECRETS = KindSelection.of(List.of("Namespace"), Optional.empty(), true);

    private static void apply(ControlPlane plane, Path file, String password) throws Exception {
        Files.writeString(file, """
                apiVersion: v1
                kind: Secret
                metadata:
                  name: database
                  annotations: {"tool.example.org/original": "{\\"stringData\\":{\\"password\\":\\"%1$s\\"}}"}
                stringData: {password: %1$s, user: "admin-%1$s"}
                """.formatted(password));
        // On the client's side, so that kubectl leaves its copy in an annotation.
        plane.kubectl("apply", "-f", file.toString());
    }

    /// A value in all the shapes in which it is on the API server.
    private static List<String> shapes(String value) {
        Base64.Encoder base64 = Base64.getEncoder();
        return List.of(
                value,
                base64.encodeToString(value.getBytes(UTF_8)),
                base64.encodeToString(("admin-" + value).getBytes(UTF_8)));
    }

    private static void assertWithout(Stream<String> texts, String... values) {
        List<String> shapes =
                Stream.of(values).flatMap(value -> shapes(value).stream()).toList();
        assertThat(texts).isNotEmpty().allSatisfy(text -> assertThat(text).doesNotContain(shapes));
    }

    @Test
    void theCacheHasTheKeysAndNoValue(ControlPlane plane, @TempDir Path dir) throws Exception {
        apply(plane, dir.resolve("secret.yaml"), "hunter2-first");
        try (var client =
                        new ApiClient(Kubeconfig.file(plane.kubeconfig(), Optional.empty()), ClientConfig.defaults());
                var informers = new InformerFactory(
                        client,
                        InformerConfig.defaults(),
                        SECRETS::format,
                        InstantSource.system(),
                        new SplittableRandom(1),
                        (_, _, _) -> {})) {
            Informer secrets = informers.informer(KindSelection.SECRETS);
            informers.start();
            informers.awaitSync(PATIENCE).orThrow();
            long before = secrets.store().get(KEY).orElseThrow().resourceVersion();
            apply(plane, dir.resolve("secret.yaml"), "hunter2-second");
            await().atMost(PATIENCE)
                    .until(() -> secrets.store().get(KEY).orElseThrow().resourceVersion() > before);

            KubeObject held = secrets.store().get(KEY).orElseThrow();
            assertThat(new String(held.json(), UTF_8))
                    .contains("\"data\":{\"password\":\"\",\"user\":\"\"}")
                    .contains("\"type\":\"Opaque\"");
            assertWithout(
                    secrets.store().list().stream()
                            .flatMap(secret ->
                                    Stream.of(new String(secret.json(), UTF_8), new String(secret.content(), UTF_8))),
                    "hunter2-first",
                    "hunter2-second");
        }
        plane.kubectl("delete", "secret", "database");
    }

    @Test
    void nothingThatIsSentHasAValue(ControlPlane plane, @TempDir Path dir) throws Exception {
        apply(plane, dir.resolve("secret.yaml"), "hunter2-third");
        Path token = Files.writeString(dir.resolve("token"), "t");
        try (ScriptedHub hub = ScriptedHub.start();
                Agent agent = new Agent(
                        AgentConfig.of(hub.url(), "demo", token).withKinds(SECRETS),
                        Kubeconfig.file(plane.kubeconfig(), Optional.empty()))) {
            agent.start();
            await().atMost(PATIENCE).until(() -> mirrored(hub).isPresent());
            long before = mirrored(hub).orElseThrow().resourceVersion();
            apply(plane, dir.resolve("secret.yaml"), "hunter2-fourth");
            await().atMost(PATIENCE).until(() -> mirrored(hub).orElseThrow().resourceVersion() > before);

            assertThat(new String(mirrored(hub).orElseThrow().content(), UTF_8))
                    .contains("\"data\":{\"password\":\"\",\"user\":\"\"}");
            assertWithout(
                    hub.mirror().objectsSeen().stream().map(object -> new String(object.content(), UTF_8)),
                    "hunter2-third",
                    "hunter2-fourth");
            assertWithout(hub.requests().stream().map(ScriptedHub.Request::body), "hunter2-third", "hunter2-fourth");
        }
        plane.kubectl("delete", "secret", "database");
    }

    private static Optional<KubeObject> mirrored(ScriptedHub hub) {
        return hub.mirror().snapshot(KindSelection.SECRETS).get(KEY);
    }
}
