package io.livekube.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterGeneratorTest {
    private static final TestingCluster CLUSTER = TestingCluster.of(1, 2_000);

    @Test
    void theSameSeedMakesTheSameBytes() {
        assertThat(TestingCluster.of(7, 300).digest())
                .isEqualTo(TestingCluster.of(7, 300).digest());
    }

    @Test
    void anotherSeedMakesAnotherCluster() {
        assertThat(TestingCluster.of(7, 300).digest())
                .isNotEqualTo(TestingCluster.of(8, 300).digest());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 9, 10, 50, 99, 500, 1_234})
    void aClusterHasExactlyThePodsAskedFor(int pods) {
        List<Integer> progress = new ArrayList<>();
        ObjectStore store = new ObjectStore(StoreConfig.defaults());
        ClusterSummary summary = ClusterGenerator.populate(
                store, ClusterSpec.defaults().withPods(pods), (done, all) -> progress.add(done));
        assertThat(store.count(BuiltInTypes.POD)).isEqualTo(pods);
        assertThat(summary.count(BuiltInTypes.POD)).isEqualTo(pods);
        assertThat(store.count(BuiltInTypes.NODE)).isPositive();
        if (pods > 0) {
            assertThat(progress.getLast()).isEqualTo(pods);
        }
    }

    @Test
    void everyTypeHasObjects() {
        for (ResourceType type : List.of(
                BuiltInTypes.NAMESPACE,
                BuiltInTypes.NODE,
                BuiltInTypes.PERSISTENT_VOLUME,
                BuiltInTypes.PERSISTENT_VOLUME_CLAIM,
                BuiltInTypes.POD,
                BuiltInTypes.SERVICE,
                BuiltInTypes.SERVICE_ACCOUNT,
                BuiltInTypes.CONFIG_MAP,
                BuiltInTypes.SECRET,
                BuiltInTypes.EVENT,
                BuiltInTypes.DEPLOYMENT,
                BuiltInTypes.REPLICA_SET,
                BuiltInTypes.STATEFUL_SET,
                BuiltInTypes.DAEMON_SET,
                BuiltInTypes.JOB,
                BuiltInTypes.CRON_JOB,
                BuiltInTypes.HORIZONTAL_POD_AUTOSCALER,
                BuiltInTypes.INGRESS,
                BuiltInTypes.ENDPOINT_SLICE,
                BuiltInTypes.STORAGE_CLASS,
                BuiltInTypes.CUSTOM_RESOURCE_DEFINITION)) {
            assertThat(CLUSTER.store().count(type)).as(type.toString()).isPositive();
        }
    }

    @Test
    void everyOwnerReferenceNamesALiveObjectByItsUid() {
        assertThat(CLUSTER.danglingOwners()).isEmpty();
    }

    @Test
    void everyScheduledPodIsOnANodeWithRoomForIt() {
        assertThat(CLUSTER.homelessPods()).isEmpty();
        int nodes = CLUSTER.store().count(BuiltInTypes.NODE);
        assertThat(2_000 / nodes).isBetween(30, 110);
    }

    @Test
    void everyServiceSelectsPods() {
        List<ObjectNode> pods = CLUSTER.objects(BuiltInTypes.POD).toList();
        CLUSTER.objects(BuiltInTypes.SERVICE)
                .forEach(service -> assertThat(pods)
                        .as(TestingCluster.text(service, "name"))
                        .anyMatch(pod -> selects(service, pod)));
    }

    @Test
    void everyEndpointIsAPodThatItsServiceSelects() {
        assertThat(CLUSTER.danglingEndpoints()).isEmpty();
        CLUSTER.objects(BuiltInTypes.ENDPOINT_SLICE).forEach(slice -> {
            String namespace = TestingCluster.text(slice, "namespace");
            ObjectNode service = CLUSTER.store()
                    .get(
                            BuiltInTypes.SERVICE,
                            namespace,
                            slice.path("metadata")
                                    .path("labels")
                                    .path("kubernetes.io/service-name")
                                    .asText())
                    .orElseThrow()
                    .toTree();
            for (JsonNode endpoint : slice.path("endpoints")) {
                String name = endpoint.path("targetRef").path("name").asText();
                ObjectNode pod = CLUSTER.store()
                        .get(BuiltInTypes.POD, namespace, name)
                        .orElseThrow()
                        .toTree();
                assertThat(selects(service, pod)).as(name).isTrue();
                assertThat(endpoint.path("addresses").path(0))
                        .isEqualTo(pod.path("status").path("podIP"));
            }
        });
    }

    @Test
    void podsAreAsLargeAsRealOnes() {
        int[] sizes = CLUSTER.store()
                .snapshot(BuiltInTypes.POD, CLUSTER.store().revision())
                .objects("", "")
                .mapToInt(pod -> pod.json().length)
                .sorted()
                .toArray();
        long real = Arrays.stream(sizes)
                .filter(size -> size >= 4_000 && size <= 9_000)
                .count();
        assertThat(real).isGreaterThanOrEqualTo(sizes.length * 95L / 100);
        assertThat(sizes[sizes.length / 2]).isBetween(5_500, 7_500);
    }

    @Test
    void podsAreInAllTheStatesThatRealOnesAreIn() {
        Set<String> states = new TreeSet<>();
        CLUSTER.objects(BuiltInTypes.POD).forEach(pod -> {
            states.add(pod.path("status").path("phase").asText());
            states.addAll(pod.path("status").findValuesAsText("reason"));
        });
        assertThat(states)
                .contains(
                        "Running",
                        "Pending",
                        "Succeeded",
                        "Failed",
                        "ContainerCreating",
                        "CrashLoopBackOff",
                        "ImagePullBackOff",
                        "OOMKilled",
                        "Evicted",
                        "Completed",
                        "Unschedulable");
        long running = CLUSTER.objects(BuiltInTypes.POD)
                .filter(pod -> pod.path("status").path("phase").asText().equals("Running"))
                .count();
        assertThat(running).isGreaterThan(1_800);
    }

    @Test
    void statefulPodsHaveBoundVolumes() {
        CLUSTER.objects(BuiltInTypes.PERSISTENT_VOLUME_CLAIM)
                .forEach(claim -> assertThat(CLUSTER.store()
                                .get(
                                        BuiltInTypes.PERSISTENT_VOLUME,
                                        "",
                                        claim.path("spec").path("volumeName").asText()))
                        .isPresent());
        CLUSTER.objects(BuiltInTypes.POD)
                .flatMap(pod -> pod.path("spec").path("volumes").findValues("claimName").stream()
                        .map(claim -> CLUSTER.store()
                                .get(
                                        BuiltInTypes.PERSISTENT_VOLUME_CLAIM,
                                        TestingCluster.text(pod, "namespace"),
                                        claim.asText())))
                .forEach(claim -> assertThat(claim).isPresent());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, ClusterSpec.MOST_PODS + 1})
    void anImpossibleNumberOfPodsIsRefusedInOneSentence(int pods) {
        assertThatThrownBy(() -> ClusterSpec.defaults().withPods(pods))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a simulated cluster must have 0 to 500000 pods, not " + pods + ".");
    }

    private static boolean selects(ObjectNode service, ObjectNode pod) {
        JsonNode labels = pod.path("metadata").path("labels");
        return TestingCluster.text(service, "namespace").equals(TestingCluster.text(pod, "namespace"))
                && service.path("spec").path("selector").properties().stream()
                        .allMatch(label -> labels.path(label.getKey()).equals(label.getValue()));
    }
}
