package io.livekube.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.livekube.agent.sync.UplinkStats;
import io.livekube.core.access.Kubeconfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands that query a hub, on a real hub with two clusters.
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HubCommandsTest {
    private TestingFleet fleet;

    @BeforeAll
    void start() {
        fleet = new TestingFleet();
    }

    @AfterAll
    void stop() {
        fleet.close();
    }

    private List<String> lines(String... arguments) {
        Livekube said = fleet.run(arguments);
        assertThat(said.exitCode()).as(said.err()).isZero();
        return said.out().lines().toList();
    }

    @Test
    void clustersAreATableWithTheirStates() {
        List<String> lines = lines("clusters");

        assertThat(lines.getFirst()).matches("NAME +STATE +AGE +SYNC +AGENT +KINDS +OBJECTS");
        assertThat(lines.get(1)).matches("one +fresh +\\d+s +on +connected +21/21 +[\\d,]+");
        assertThat(lines).hasSize(3);
    }

    @Test
    void oneClusterShowsItsKinds() {
        assertThat(lines("clusters", "two")).anyMatch(line -> line.matches("pods +synced +\\d+s +12 +\\d+"));
    }

    @Test
    void getPrintsTheSameAsKubectl() {
        List<String> lines = lines("get", "pods", "-A", "--cluster", "one");

        assertThat(lines).hasSize(13);
        assertThat(lines.getFirst()).matches("NAMESPACE +NAME +READY +STATUS +RESTARTS +AGE");
        assertThat(lines.get(1)).matches("\\S+ +\\S+ +\\d/\\d +\\S+ +\\d+.* +\\d+\\w+");
    }

    @Test
    void rowsOfSeveralClustersSayOfWhich() {
        List<String> lines = lines("get", "po", "-A", "--all-clusters", "--no-headers");

        assertThat(lines).hasSize(24);
        assertThat(lines).filteredOn(line -> line.startsWith("one ")).hasSize(12);
        assertThat(lines("get", "po", "-A", "--cluster", "t*", "--no-headers"))
                .hasSize(12)
                .allMatch(line -> line.startsWith("two "));
    }

    @Test
    void theDefaultNamespaceIsMeantUnlessAnotherIsNamed() {
        Livekube none = fleet.run("get", "pods", "-n", "nowhere", "--cluster", "one");
        assertThat(none.exitCode()).isZero();
        assertThat(none.err()).isEqualTo("No pods found in namespace nowhere.\n");
        assertThat(lines("get", "nodes", "--cluster", "one", "-o", "name")).allMatch(line -> line.startsWith("node/"));
    }

    @Test
    void selectorsSortingAndWideColumnsAreTheHubs() {
        List<String> wide =
                lines("get", "pods", "-A", "--cluster", "one", "-o", "wide", "--sort-by", "name", "--reverse");
        assertThat(wide.getFirst()).contains("NODE").contains("NOMINATED NODE");
        List<String> names =
                wide.stream().skip(1).map(line -> line.split(" +", -1)[1]).toList();
        assertThat(names).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(lines("get", "pods", "-A", "--cluster", "one", "--field-selector", "metadata.name=" + names.get(3)))
                .hasSize(2);
        assertThat(lines("get", "ns", "--cluster", "one", "-l", "kubernetes.io/metadata.name=default", "--show-labels"))
                .hasSize(2)
                .anyMatch(line -> line.endsWith("kubernetes.io/metadata.name=default"));
    }

    @Test
    void jsonAndYamlAreTheObjectsThemselves() throws Exception {
        JsonNode list = new ObjectMapper()
                .readTree(fleet.run("get", "deploy,ns", "-A", "--cluster", "one", "-o", "json")
                        .out());
        assertThat(list.path("kind").asText()).isEqualTo("List");
        assertThat(list.path("items")
                        .valueStream()
                        .map(item -> item.path("kind").asText()))
                .contains("Deployment", "Namespace");

        JsonNode one = new YAMLMapper()
                .readTree(fleet.run("get", "ns/default", "--cluster", "one", "-o", "yaml")
                        .out());
        assertThat(one.path("metadata").path("name").asText()).isEqualTo("default");
        assertThat(one.path("kind").asText()).isEqualTo("Namespace");

        JsonNode both = new ObjectMapper()
                .readTree(fleet.run("get", "ns", "default", "--all-clusters", "-o", "json")
                        .out());
        assertThat(both.path("items")
                        .valueStream()
                        .map(item -> item.path("metadata")
                                .path("annotations")
                                .path("livekube.io/cluster")
                                .asText()))
                .containsExactly("one", "two");
    }

    @Test
    void missingObjectsAreNamedAndSetTheExitCode() {
        Livekube missing = fleet.run("get", "ns", "default", "nope", "--cluster", "one");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.out()).contains("default");
        assertThat(missing.err()).isEqualTo("namespace/nope not found.\n");

        Livekube kind = fleet.run("get", "pdos", "-A", "--cluster", "one");
        assertThat(kind.exitCode()).isEqualTo(1);
        assertThat(kind.err()).contains("pdos").contains("pods").hasLineCount(1);

        Livekube cluster = fleet.run("get", "pods", "--cluster", "three");
        assertThat(cluster.exitCode()).isEqualTo(1);
        assertThat(cluster.err()).contains("three").contains("one, two").hasLineCount(1);

        Livekube choose = fleet.run("get", "pods");
        assertThat(choose.exitCode()).isEqualTo(2);
        assertThat(choose.err())
                .contains("--cluster")
                .contains("--all-clusters")
                .hasLineCount(1);
    }

    @Test
    void syncShowsAndSetsHowAClusterIsSynced() {
        assertThat(lines("sync", "two")).containsExactly("two: mode on, kinds all");
        assertThat(lines("sync", "two", "--mode", "auto")).containsExactly("two: mode auto, kinds all");
        assertThat(lines("sync", "two", "--mode", "on")).containsExactly("two: mode on, kinds all");
        Livekube wrong = fleet.run("sync", "two", "--kinds", "Nonsense");
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err()).contains("Nonsense").hasLineCount(1);
        assertThat(fleet.run("sync", "nope").err()).contains("no cluster nope").hasLineCount(1);
        assertThat(fleet.run("sync", "tow").err())
                .contains("did you mean 'two'?")
                .hasLineCount(1);
    }

    @Test
    void resyncIsAskedFor() {
        long before = fleet.pushed("one").sessions();
        assertThat(lines("resync", "one")).containsExactly("one: resync started");
        // Wait for the resync, so that the following tests find the cluster unchanged.
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            UplinkStats resynced = fleet.pushed("one");
            assertThat(resynced.sessions()).isGreaterThan(before);
            assertThat(resynced.live()).isEqualTo(TestingFleet.KINDS);
        });
    }

    @Test
    void topShowsMemoryByKindAndTraffic() {
        List<String> lines = lines("top", "one", "--most", "2");

        assertThat(lines.getFirst()).matches("CLUSTER +KIND +OBJECTS +HUB +AGENT +CHANGES/S");
        assertThat(lines).anyMatch(line -> line.matches("one +pods +12 +[\\d.]+ KB +[\\d.]+ KB +[\\d.]+"));
        assertThat(lines).anyMatch(line -> line.startsWith("one") && line.contains("more"));
        assertThat(lines).anyMatch(line -> line.matches("CLUSTER +CHANGES/S +BATCHES/S.*"));
    }

    @Test
    void aKubeconfigHasAContextForEachClusterAndLeavesOthersAlone(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(dir.resolve("config"), """
                current-context: mine
                contexts: [{name: mine, context: {cluster: mine, user: me}}]
                clusters: [{name: mine, cluster: {server: "https://mine.example.org"}}]
                users: [{name: me, user: {token: secret}}]
                """);
        assertThat(lines("kubeconfig", "--write", file.toString()))
                .containsExactly("2 contexts in %s: livekube-one, livekube-two".formatted(file));
        assertThat(lines("kubeconfig", "--write", file.toString())).hasSize(1);

        Kubeconfig.Contexts contexts = Kubeconfig.contexts(Optional.of(file));
        assertThat(contexts.names()).containsExactly("mine", "livekube-one", "livekube-two");
        assertThat(contexts.current()).contains("mine");
        assertThat(Kubeconfig.file(file, Optional.of("livekube-two")).server())
                .hasToString(fleet.hub().url() + "/clusters/two");
        assertThat(Files.readString(file)).contains("token: secret");
    }

    @Test
    void aMissingKubeconfigFolderIsCreatedButNotAWholePath(@TempDir Path home) {
        Path file = home.resolve(".kube/config");
        assertThat(lines("kubeconfig", "--write", file.toString())).hasSize(1);
        assertThat(file).isRegularFile();

        Livekube deeper =
                fleet.run("kubeconfig", "--write", home.resolve("a/b/config").toString());
        assertThat(deeper.exitCode()).isEqualTo(1);
        assertThat(deeper.err()).contains("does not exist").hasLineCount(1);
    }

    @Test
    void searchFindsObjectsOfAllClusters() {
        List<String> lines = lines("search", "kind:ns", "name:default");
        assertThat(lines.getFirst()).matches("CLUSTER +KIND +NAMESPACE +NAME +STATUS +MATCHED");
        assertThat(lines.subList(1, lines.size()))
                .hasSize(2)
                .anyMatch(line -> line.matches("one +Namespace +default +Active +name,kind"))
                .anyMatch(line -> line.matches("two +Namespace +default +Active +name,kind"));
        assertThat(lines("search", "kind:ns", "name:default", "--cluster", "t*", "-o", "name"))
                .containsExactly("two namespaces/default");

        await("until the index has caught up")
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        fleet.run("search", "kind:pod", "--limit", "5").err().startsWith("24 found"));
        Livekube many = fleet.run("search", "kind:pod", "--limit", "5");
        assertThat(many.out().lines()).hasSize(6);
        assertThat(many.err()).isEqualTo("24 found, 5 shown: add a term, or raise --limit.\n");

        Livekube wrong = fleet.run("search", "kind:");
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err()).contains("kind").hasLineCount(1);
    }

    @Test
    void aFlagCountsMoreThanTheOppositeInTheEnvironment() {
        Map<String, String> one = Map.of("LIVEKUBE_CLUSTER", "one");
        Map<String, String> all = Map.of("LIVEKUBE_ALL_CLUSTERS", "true");

        assertThat(fleet.in(one, "get", "ns", "default", "--all-clusters", "--no-headers")
                        .out())
                .hasLineCount(2);
        assertThat(fleet.in(all, "get", "ns", "default", "--cluster", "two", "--no-headers")
                        .out())
                .hasLineCount(1);
        assertThat(fleet.run("get", "ns", "--cluster", "one", "--all-clusters").err())
                .contains("not both")
                .hasLineCount(1);
    }
}
