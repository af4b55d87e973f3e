package io.livekube.simulator.churn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.ClusterSpec;
import io.livekube.simulator.cluster.TestingCluster;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreConfig;
import io.livekube.simulator.store.StoredObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChurnEngineTest {
    private static final Instant START = ClusterSpec.defaults().now();
    private static final int PODS = 500;

    @Test
    @Tag("slow")
    void fiftyThousandStepsKeepTheClusterWhole() {
        TestingCluster cluster = TestingCluster.of(1, PODS);
        ObjectStore store = cluster.store();
        int nodes = store.count(BuiltInTypes.NODE);
        int deployments = store.count(BuiltInTypes.DEPLOYMENT);
        int events = store.count(BuiltInTypes.EVENT);
        ChurnEngine engine = new ChurnEngine(store, new ChurnSpec(3, 500));

        run(engine, 50_000);

        assertThat(engine.refused()).isZero();
        assertThat(engine.changes()).isGreaterThanOrEqualTo(50_000);
        assertThat(engine.begun()).containsOnlyKeys(Behaviour.values());
        assertThat(cluster.danglingOwners()).isEmpty();
        assertThat(cluster.danglingEndpoints()).isEmpty();
        assertThat(cluster.homelessPods()).isEmpty();
        assertThat(store.count(BuiltInTypes.POD)).isBetween(PODS * 6 / 10, PODS * 16 / 10);
        assertThat(store.count(BuiltInTypes.NODE)).isEqualTo(nodes);
        assertThat(store.count(BuiltInTypes.DEPLOYMENT)).isEqualTo(deployments);
        assertThat(store.count(BuiltInTypes.REPLICA_SET)).isLessThanOrEqualTo(deployments * 6);
        assertThat(store.count(BuiltInTypes.EVENT)).isLessThanOrEqualTo(Math.max(500, events));
    }

    @Test
    void theSameSeedWritesTheSameSequence() {
        assertThat(churned(5)).isEqualTo(churned(5)).isNotEqualTo(churned(6));
    }

    @Test
    void noReplicaSetReportsMoreReadyPodsThanItHas() {
        TestingCluster cluster = TestingCluster.of(2, PODS);
        ChurnEngine engine = new ChurnEngine(cluster.store(), new ChurnSpec(4, 50));
        run(engine, 5_000);
        List<ObjectNode> sets = cluster.objects(BuiltInTypes.REPLICA_SET).toList();
        for (ObjectNode set : sets) {
            JsonNode status = set.path("status");
            assertThat(status.path("readyReplicas").asInt(0))
                    .isLessThanOrEqualTo(status.path("replicas").asInt(0));
        }
    }

    @Test
    void objectsThatUsersDeleteAreDroppedAndChurnContinues() {
        TestingCluster cluster = TestingCluster.of(1, PODS);
        ObjectStore store = cluster.store();
        ChurnEngine engine = new ChurnEngine(store, new ChurnSpec(3, 500));
        run(engine, 500);
        List<StoredObject> pods = store.snapshot(BuiltInTypes.POD, store.revision())
                .objects("", "")
                .toList();
        for (int i = 0; i < pods.size(); i += 2) {
            store.delete(BuiltInTypes.POD, pods.get(i).namespace(), pods.get(i).name());
        }
        List<StoredObject> deployments = store.snapshot(BuiltInTypes.DEPLOYMENT, store.revision())
                .objects("", "")
                .toList();
        for (int i = 0; i < deployments.size(); i += 3) {
            store.delete(
                    BuiltInTypes.DEPLOYMENT,
                    deployments.get(i).namespace(),
                    deployments.get(i).name());
        }
        long before = engine.changes();

        run(engine, 5_000);

        assertThat(engine.refused()).isPositive();
        assertThat(engine.changes() - before).isGreaterThanOrEqualTo(5_000);
    }

    @Test
    void objectsThatClientsBrokeAreDroppedAndChurnContinues() {
        ObjectStore store = TestingCluster.of(1, PODS).store();
        ChurnEngine engine = new ChurnEngine(store, new ChurnSpec(3, 500));
        run(engine, 500);
        for (ResourceType type :
                List.of(BuiltInTypes.CRON_JOB, BuiltInTypes.JOB, BuiltInTypes.REPLICA_SET, BuiltInTypes.DEPLOYMENT)) {
            store.snapshot(type, store.revision()).objects("", "").toList().forEach(object -> {
                ObjectNode useless = object.toTree();
                useless.remove("spec");
                useless.put("status", "none");
                store.update(type, useless);
            });
        }
        long before = engine.changes();

        run(engine, 2_000);

        assertThat(engine.refused()).isPositive();
        assertThat(engine.changes() - before).isGreaterThanOrEqualTo(2_000);
    }

    @Test
    void aRunThatFailsReleasesItsCronJob() {
        ObjectStore store = TestingCluster.of(1, PODS).store();
        removeSpecs(store, BuiltInTypes.CRON_JOB);
        ChurnEngine engine = new ChurnEngine(store, new ChurnSpec(3, 500));

        run(engine, 2_000);

        assertThat(engine.refused()).isPositive();
        assertThat(engine.begun().get(Behaviour.CRON_JOB_RUN)).isGreaterThan(store.count(BuiltInTypes.CRON_JOB));
    }

    @Test
    void anEvictionThatFailsReleasesTheNodeAndTheDeployment() {
        ObjectStore store = TestingCluster.of(1, PODS).store();
        removeSpecs(store, BuiltInTypes.REPLICA_SET);
        ClusterModel model = ModelReader.read(store);
        var context = new ChurnContext(store, model, new Dice(1));
        context.setTime(START);
        Activity loss = NodeLoss.start(context).orElseThrow();
        while (endsByItself(loss, context)) { // it does not evict if the node returns soon
            loss.end();
            loss = NodeLoss.start(context).orElseThrow();
        }
        assertThat(model.nodes).anyMatch(node -> node.lost);
        assertThat(model.deployments).anyMatch(deployment -> deployment.busy);

        loss.end();

        assertThat(model.nodes).noneMatch(node -> node.lost);
        assertThat(model.deployments).noneMatch(deployment -> deployment.busy);
    }

    /// False if it failed.
    private static boolean endsByItself(Activity activity, ChurnContext context) {
        try {
            while (activity.advance(context)) {
                // the next step
            }
            return true;
        } catch (ClassCastException malformed) {
            return false;
        }
    }

    private static void removeSpecs(ObjectStore store, ResourceType type) {
        store.snapshot(type, store.revision()).objects("", "").toList().forEach(object -> {
            ObjectNode useless = object.toTree();
            useless.remove("spec");
            store.update(type, useless);
        });
    }

    @Test
    void anEmptyClusterHasNothingToChange() {
        ChurnEngine engine = new ChurnEngine(new ObjectStore(StoreConfig.defaults()), ChurnSpec.defaults());
        assertThat(engine.step(START)).isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, -1, -0.001, 50_001, Double.POSITIVE_INFINITY})
    void anImpossibleRateIsRefusedInOneSentence(double rate) {
        assertThatThrownBy(() -> ChurnSpec.defaults().withChangesPerSecond(rate))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("churn rate must be 0 to 50000 changes per second, not " + rate + ".");
    }

    private static String churned(long seed) {
        TestingCluster cluster = TestingCluster.of(1, 200);
        run(new ChurnEngine(cluster.store(), new ChurnSpec(seed, 100)), 3_000);
        return cluster.digest();
    }

    private static void run(ChurnEngine engine, int steps) {
        for (int i = 0; i < steps; i++) {
            assertThat(engine.step(START.plusMillis(10L * i))).isPositive();
        }
    }
}
