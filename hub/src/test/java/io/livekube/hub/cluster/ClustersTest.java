package io.livekube.hub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import io.livekube.hub.control.TaskFailedException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Registration and removal of clusters.
@Timeout(60)
class ClustersTest {
    @Test
    void clusterThatReturnsAfterRemovalGetsNewTaskIds() throws IOException, TaskFailedException, InterruptedException {
        try (TestingHub hub = TestingHub.startInAuto()) {
            Clusters clusters = hub.hub().clusters();
            String before = firstId(clusters.register("demo").orElseThrow());
            assertThat(clusters.remove("demo")).isTrue();
            assertThat(clusters.remove("demo")).isFalse();

            assertThat(firstId(clusters.register("demo").orElseThrow()))
                    .as("otherwise its agent would mistake the new desired state for the old one")
                    .isNotEqualTo(before);
        }
    }

    private static String firstId(Cluster cluster) throws TaskFailedException, InterruptedException {
        return cluster.tasks().poll(Duration.ZERO, "", () -> false).getFirst().id();
    }
}
