package io.livekube.simulator.churn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.livekube.simulator.cluster.TestingCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChurnTest {
    @Test
    void changesHaveTheRequestedRateAndEndWithClose() {
        TestingCluster cluster = TestingCluster.of(1, 200);
        Churn churn = Churn.start(cluster.store(), new ChurnSpec(1, 100));
        await().atMost(Duration.ofMinutes(1)).until(() -> churn.changes() >= 200);
        assertThat(churn.achievedRate())
                .as("at most 100/s and one second's arrears; at least what 200 changes within the minute make")
                .isBetween(3.0, 125.0);

        churn.close();

        long changes = churn.changes();
        long revision = cluster.store().revision();
        churn.close();
        assertThat(churn.changes()).isEqualTo(changes);
        assertThat(cluster.store().revision()).isEqualTo(revision);
        assertThat(churn.refused()).isZero();
    }
}
