package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.RequestFailure;
import io.livekube.core.watch.ReflectorPhase;
import io.livekube.core.watch.ReflectorReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");
    private static final Instant YESTERDAY = NOW.minus(Duration.ofDays(1));
    private static final RequestFailure REFUSED = new RequestFailure.Unauthorized("401");

    /// Cause of a stale kind that last received something at [#NOW].
    private static String stale(ReflectorPhase phase, Optional<Instant> refusedAt, boolean stuck) {
        var report = new ReflectorReport(
                phase,
                true,
                YESTERDAY,
                Optional.of(YESTERDAY),
                3,
                1_500,
                0,
                500,
                7,
                NOW,
                refusedAt.map(_ -> REFUSED),
                refusedAt,
                stuck,
                new ReflectorReport.Counters(0, 0, 0, 0, 0, 1, 0, 0, 0, 0));
        return Diagnosis.cause(TestingCluster.PODS, SyncState.STALE, report);
    }

    @Test
    void aRelistIsNotExplainedByAnEarlierFailure() {
        String relisted = "relisting: 3 pages so far";
        assertThat(stale(ReflectorPhase.LISTING, Optional.of(YESTERDAY), false)).isEqualTo(relisted);
        assertThat(stale(ReflectorPhase.LISTING, Optional.empty(), false)).isEqualTo(relisted);
        assertThat(stale(ReflectorPhase.STREAMING_INITIAL_EVENTS, Optional.empty(), false))
                .isEqualTo(relisted);
    }

    @Test
    void theFailureSinceTheLastResponseIsTheCause() {
        Optional<Instant> later = Optional.of(NOW.plusSeconds(1));
        assertThat(stale(ReflectorPhase.LISTING, later, false))
                .contains("cannot follow the server", "credentials are not accepted");
        assertThat(stale(ReflectorPhase.BACKING_OFF, later, false)).contains("credentials are not accepted");
    }

    @Test
    void watchesThatAreAcceptedButLeadNowhereAreNotExplainedByAnOldFailureEither() {
        assertThat(stale(ReflectorPhase.BACKING_OFF, Optional.of(YESTERDAY), false))
                .isEqualTo("cannot follow the server at the moment:"
                        + " watches end immediately, or deliver unreadable events");
    }

    @Test
    void beingStuckIsTheCauseOnlyAsLongAsItLasts() {
        assertThat(stale(ReflectorPhase.LISTING, Optional.of(YESTERDAY), true)).contains("133810");
        assertThat(stale(ReflectorPhase.LISTING, Optional.of(YESTERDAY), false)).doesNotContain("133810");
    }
}
