package io.livekube.hub.fleet;

import static io.livekube.hub.TestingBatches.SESSION;
import static io.livekube.hub.TestingBatches.full;
import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.hub.TestingHub;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.view.ObjectViews;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How many objects have a problem, and when the count is known.
class ProblemTrackerTest {
    @Test
    void clusterHasNoCountsBeforeAllItsKindsWereChecked() {
        try (TestingHub hub = TestingHub.start()) {
            assertThat(hub.post("demo", full(SESSION, 3)).statusCode()).isEqualTo(200);
            Cluster cluster = hub.hub().clusters().find("demo").orElseThrow();
            List<KindMirror> kinds = List.copyOf(cluster.mirror().kinds());
            var watch = new ProblemTracker(new ObjectViews());
            assertThat(watch.counts(cluster)).isEmpty();
            watch.catchUp(kinds.getFirst(), Instant.now());
            assertThat(watch.counts(cluster))
                    .as("%s alone", kinds.getFirst().resource())
                    .isEmpty();
            kinds.forEach(kind -> watch.catchUp(kind, Instant.now()));
            assertThat(watch.counts(cluster)).contains(new ProblemTracker.Counts(0, 0));
        }
    }
}
