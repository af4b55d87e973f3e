package io.livekube.lab.contract;

import static io.livekube.testkit.contract.Manifests.version;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.testkit.contract.BookmarkContract;
import io.livekube.testkit.contract.ContractTarget;
import io.livekube.testkit.contract.GzipContract;
import io.livekube.testkit.contract.InitialEventsContract;
import io.livekube.testkit.contract.KubeHttp;
import io.livekube.testkit.contract.Manifests;
import io.livekube.testkit.contract.MetadataContract;
import io.livekube.testkit.contract.OpenWatch;
import io.livekube.testkit.contract.PagingContract;
import io.livekube.testkit.contract.ReceivedEvent;
import io.livekube.testkit.contract.Scene;
import io.livekube.testkit.contract.SelectorContract;
import io.livekube.testkit.contract.TableContract;
import io.livekube.testkit.contract.VersionsContract;
import io.livekube.testkit.contract.WatchContract;
import java.nio.file.Path;
import java.time.Duration;
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

/// The mirror fulfills the same contract of lists and watches as kube-apiserver, except for the cases that this
/// class overrides with the mirror's own behavior.
@Tag("slow")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MirrorContractTest
        implements PagingContract,
                VersionsContract,
                SelectorContract,
                MetadataContract,
                TableContract,
                GzipContract,
                WatchContract,
                BookmarkContract,
                InitialEventsContract {
    private @Nullable MirroredSimulator mirrored;
    private @Nullable KubeHttp api;
    private @Nullable Scene scene;

    @BeforeAll
    void start(@TempDir Path dir) throws Exception {
        mirrored = new MirroredSimulator(dir, Duration.ofSeconds(5));
        api = KubeHttp.to(mirrored.endpoint());
    }

    @BeforeEach
    void open() {
        scene = Scene.on(Objects.requireNonNull(api));
        scene.elsewhere().createConfigMaps("newest"); // so that config maps are not behind initially
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

    /// The agent reports two changes of an object within a moment as one, so here each change is read before
    /// the next one is made. Managed fields don't leave the cluster.
    @Test
    @Override
    public void aWatchFromAListSeesExactlyTheLaterChangesInOrder() {
        scene().createConfigMaps("before");
        long listed = scene().listVersion();
        scene().createConfigMaps("a");
        scene().listVersion();
        scene().api()
                .mergePatch(scene().configMap("a"), "{'data':{'key':'second'}}")
                .ok();
        scene().listVersion();
        scene().api().delete(scene().configMap("before")).ok();

        try (OpenWatch watch = scene().api().watch(scene().configMaps(), "resourceVersion=" + listed)) {
            List<ReceivedEvent> past = watch.next(3);
            assertThat(past)
                    .extracting(ReceivedEvent::summary)
                    .containsExactly("ADDED a", "MODIFIED a", "DELETED before");
            assertThat(past.get(1).object().at("/data/key").asText()).isEqualTo("second");
            assertThat(past).extracting(ReceivedEvent::version).isSorted().doesNotHaveDuplicates();
        }
    }

    /// As above: the earlier state is one that the mirror had.
    @Test
    @Override
    public void anExactVersionServesThePast() {
        scene().createConfigMaps("a");
        long past = version(scene().createConfigMaps("b").getFirst());
        scene().listVersion();
        scene().api()
                .mergePatch(scene().configMap("a"), "{'data':{'key':'second'}}")
                .ok();
        scene().api().delete(scene().configMap("b")).ok();
        scene().createConfigMaps("c");

        JsonNode list = scene().api()
                .get(scene().configMaps(), "resourceVersion=" + past + "&resourceVersionMatch=Exact")
                .ok();

        assertThat(version(list)).isEqualTo(past);
        assertThat(Manifests.names(list)).containsExactly("a", "b");
        assertThat(list.at("/items/0/data/key").asText()).isEqualTo("first");
    }

    /// As above: an object that is created and deleted within a moment never appears.
    @Test
    @Override
    public void aDeletionCarriesTheLastStateAtItsOwnVersion() {
        JsonNode last = scene().createConfigMaps("a").getFirst();
        scene().listVersion();
        scene().api().delete(scene().configMap("a")).ok();

        try (OpenWatch watch = scene().api().watch(scene().configMaps(), "resourceVersion=" + version(last))) {
            ReceivedEvent deleted = watch.next();

            assertThat(deleted.summary()).isEqualTo("DELETED a");
            assertThat(deleted.object().path("kind").asText()).isEqualTo("ConfigMap");
            assertThat(deleted.object().path("data")).isEqualTo(last.path("data"));
            assertThat(deleted.object().at("/metadata/uid")).isEqualTo(last.at("/metadata/uid"));
            assertThat(deleted.version()).isGreaterThan(version(last));
        }
    }

    /// As above: each change is read before the next is made.
    @Test
    @Override
    public void anObjectThatBeginsToMatchIsAddedAndOneThatStopsIsDeleted() {
        scene().create(Manifests.configMap("a", "color", "blue"));
        long listed = scene().listVersion();

        try (OpenWatch watch =
                scene().api().watch(scene().configMaps(), "resourceVersion=" + listed + "&labelSelector=color=red")) {
            for (String paint : List.of("red", "red", "blue")) {
                scene().api()
                        .mergePatch(
                                scene().configMap("a"),
                                "{'metadata':{'labels':{'color':'%s'}},'data':{'of':'%d'}}"
                                        .formatted(paint, scene().listVersion()))
                        .ok();
            }
            assertThat(watch.next(3))
                    .extracting(ReceivedEvent::summary)
                    .containsExactly("ADDED a", "MODIFIED a", "DELETED a");
        }
    }

    /// A version that the API server has not reached belongs to another cluster: a client would wait for
    /// it forever.
    @Test
    @Override
    public void timeoutSecondsEndsAWatchCleanlyAndAFutureVersionIsSilentUntilThen() {
        scene().createConfigMaps("a");

        try (OpenWatch current = scene().api().watch(scene().configMaps(), "timeoutSeconds=3");
                OpenWatch future = scene().api().watch(scene().configMaps(), "resourceVersion=" + FAR_FUTURE)) {
            assertThat(current.untilEnd()).extracting(ReceivedEvent::summary).containsExactly("ADDED a");
            future.error(410, "Expired");
        }
    }

    /// As above: asked to retry, client-go would do so ten times before it relists.
    @Test
    @Override
    public void aFutureVersionTimesOutAndSaysWhenToRetry() {
        scene().createConfigMaps("a");
        scene().api().get(scene().configMaps(), "resourceVersion=" + FAR_FUTURE).refused(410, "Expired");
        scene().api()
                .get(scene().configMap("a"), "resourceVersion=" + FAR_FUTURE)
                .refused(410, "Expired");
    }

    /// A kind without changes stays behind the API server until its next bookmark. A client with a later
    /// version than the mirror gets all changes after that version.
    @Test
    void aWatchFromAVersionAheadOfTheMirrorGetsLaterEvents(@TempDir Path dir) throws Exception {
        try (MirroredSimulator behind = new MirroredSimulator(dir, Duration.ofMillis(200));
                KubeHttp client = KubeHttp.to(behind.endpoint())) {
            Scene quiet = Scene.on(client);
            long listed = quiet.listVersion();
            long ahead = version(client.post(
                            quiet.path("services"),
                            Manifests.json("{'metadata':{'name':'s'},'spec':{'clusterIP':'None'}}"))
                    .created());
            assertThat(ahead).isGreaterThan(listed);

            try (OpenWatch watch = client.watch(quiet.configMaps(), "resourceVersion=" + ahead)) {
                quiet.createConfigMaps("a");
                assertThat(watch.next().summary()).isEqualTo("ADDED a");
            }
        }
    }
}
