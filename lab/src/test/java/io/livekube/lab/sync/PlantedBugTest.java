package io.livekube.lab.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Digest;
import io.livekube.hub.mirror.KindMirror;
import org.junit.jupiter.api.Test;

/// A bug that loses a change silently.
final class PlantedBugTest {
    @Test
    void lostDeltaIsFoundByTheDigestAndRepairedWithOneBucket() {
        for (long seed = 0; seed < 50; seed++) {
            SyncSchedule schedule = SyncSchedule.quiet(seed);
            schedule.change(200);
            schedule.settle();
            long bucketsBefore = schedule.uplinkStats().buckets();

            KindMirror kind = schedule.anyKindWithObjects();
            KubeObject lost = kind.store().list().getFirst();
            kind.store().remove(lost.key(), lost.resourceVersion());
            schedule.heartbeat();
            schedule.settle();

            assertThat(kind.store().get(lost.key())).as("seed %d", seed).isPresent();
            assertThat(kind.store().digest()).isEqualTo(Digest.of(kind.store().list()));
            assertThat(schedule.uplinkStats().buckets() - bucketsBefore)
                    .as("seed %d: buckets", seed)
                    .isEqualTo(1);
            schedule.checkEqual();
        }
    }

    @Test
    void deltaWithAMissingEditIsRejectedAndNoPartOfItIsServed() {
        for (long seed = 0; seed < 50; seed++) {
            SyncSchedule schedule = SyncSchedule.quiet(seed);
            schedule.change(200);
            schedule.settle();
            schedule.dropOneEdit();
            schedule.change(30);
            schedule.settle();
            assertThat(schedule.uplinkStats().mismatches()).as("seed %d", seed).isEqualTo(1);
            schedule.checkEqual();
        }
    }
}
