package io.livekube.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.cli.local.KindProgress.Step;
import io.livekube.core.RequestFailure;
import io.livekube.core.informer.SyncState;
import io.livekube.core.informer.SyncStatus;
import io.livekube.core.listwatch.CollectionScope;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorPhase;
import io.livekube.core.watch.ReflectorReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KindProgressTest {
    private static final Instant HEARD = Instant.parse("2026-01-01T00:00:00Z");

    private static KindProgress of(SyncState state, Optional<Instant> failedAt, String cause) {
        var report = new ReflectorReport(
                ReflectorPhase.LISTING,
                false,
                HEARD,
                Optional.empty(),
                3,
                1_500,
                0,
                500,
                0,
                HEARD,
                failedAt.map(_ -> new RequestFailure.Transient("500")),
                failedAt,
                false,
                new ReflectorReport.Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        var status = new SyncStatus(
                Resource.core("v1", "pods"), CollectionScope.ALL, state, 0, 0, Duration.ofSeconds(2), report, cause);
        return KindProgress.of("shop", status, false);
    }

    @Test
    void aKindThatIsListedWithoutTroubleDoesNotFail() {
        String cause = "still listing: 3 pages, 1,500 objects so far";
        assertThat(of(SyncState.SYNCING, Optional.empty(), cause).step()).isEqualTo(Step.LISTING);
        assertThat(of(SyncState.SYNCING, Optional.of(HEARD.minusSeconds(5)), cause)
                        .step())
                .as("pages come again")
                .isEqualTo(Step.LISTING);
        assertThat(of(SyncState.SYNC_TIMED_OUT, Optional.of(HEARD.plusSeconds(5)), "500")
                        .step())
                .isEqualTo(Step.FAILING);
    }

    @Test
    void aDeadKindIsNotAwaitedAndHasACause() {
        KindProgress died = of(SyncState.DIED, Optional.of(HEARD), "died of a defect");
        assertThat(died.settled()).isTrue();
        assertThat(ProgressTable.line(died)).contains(" died ", "died of a defect");
    }
}
