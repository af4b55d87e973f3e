package io.livekube.hub.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.Resource;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import io.livekube.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// When each kind was last verified.
class VerificationTimesTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final SessionId FIRST = new SessionId(7, 1);

    private final VerificationTimes verifications = new VerificationTimes();

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }

    private void taken(SessionId session, long sequence, int second, List<Ask> asks, Part... parts) {
        Stream<Part> hello = sequence == 1 ? Stream.of(new Part.Hello("", "", "")) : Stream.empty();
        verifications.taken(
                new Batch(
                        session,
                        sequence,
                        Stream.concat(hello, Stream.of(parts)).toList()),
                new Answer.Acknowledged(session, sequence, asks, Duration.ZERO),
                at(second));
    }

    private static Part check() {
        return new Part.Check(PODS, 1, 0, 0);
    }

    @Test
    void kindIsVerifiedByItsDigestAndThenByEveryLaterBatch() {
        taken(FIRST, 1, 0, List.of());
        assertThat(verifications.of(PODS)).isEmpty();
        taken(FIRST, 2, 1, List.of(), check());
        assertThat(verifications.of(PODS)).hasValue(at(1));
        taken(FIRST, 3, 20, List.of());
        assertThat(verifications.of(PODS)).hasValue(at(20));
    }

    @Test
    void requestedOrStoppedKindAgesUntilProvedAgain() {
        for (Ask ask : List.of(
                new Ask.Compare(PODS),
                Ask.Resend.all(PODS),
                new Ask.Later(PODS, Duration.ofSeconds(9)),
                new Ask.Stop(PODS))) {
            taken(FIRST, 1, 0, List.of(), check());
            taken(FIRST, 2, 10, List.of());
            taken(FIRST, 3, 20, List.of(ask));
            taken(FIRST, 4, 40, List.of());
            assertThat(verifications.of(PODS)).as("after %s", ask).hasValue(at(10));
            taken(FIRST, 5, 50, List.of(), check());
            taken(FIRST, 6, 60, List.of());
            assertThat(verifications.of(PODS)).hasValue(at(60));
        }
    }

    @Test
    void mismatchedKindAgesUntilProvedAgain() {
        taken(FIRST, 1, 0, List.of(), check());
        verifications.invalidate(Set.of(PODS));
        taken(FIRST, 2, 20, List.of());
        assertThat(verifications.of(PODS)).hasValue(at(0));
    }

    @Test
    void checkThatCausesARequestVerifiesNothing() {
        taken(FIRST, 1, 0, List.of(new Ask.Compare(PODS)), check());
        assertThat(verifications.of(PODS)).isEmpty();
    }

    @Test
    void newSessionLeavesAKindAsOldAsTheLastBatchOfThePreviousOne() {
        taken(FIRST, 1, 0, List.of(), check());
        taken(FIRST, 2, 20, List.of());
        taken(FIRST.next(), 1, 600, List.of(new Ask.Compare(PODS)), check());
        assertThat(verifications.of(PODS)).hasValue(at(20));
        taken(FIRST.next(), 2, 601, List.of(), check());
        assertThat(verifications.of(PODS)).hasValue(at(601));
    }

    @Test
    void removedKindIsUnknown() {
        taken(FIRST, 1, 0, List.of(), check());
        taken(FIRST, 2, 1, List.of(), new Part.Gone(PODS));
        assertThat(verifications.of(PODS)).isEmpty();
    }

    private static Part status(KindState state) {
        return new Part.Status(PODS, state, 0, "");
    }

    @Test
    void kindThatTheAgentCanNotFollowAgesDespiteHeartbeats() {
        taken(FIRST, 1, 0, List.of(), status(KindState.SYNCED), check());
        taken(FIRST, 2, 10, List.of());
        taken(FIRST, 3, 11, List.of(), status(KindState.STALE));
        taken(FIRST, 4, 20, List.of(), check());
        taken(FIRST, 5, 400, List.of(), check());
        assertThat(verifications.of(PODS)).hasValue(at(10));
        taken(FIRST.next(), 1, 410, List.of(), status(KindState.STALE), check());
        assertThat(verifications.of(PODS)).hasValue(at(10));
        taken(FIRST.next(), 2, 420, List.of(), status(KindState.SYNCED));
        assertThat(verifications.of(PODS)).hasValue(at(420));
    }

    @Test
    void kindFollowedAgainInAnotherSessionKeepsItsAgeUntilProved() {
        taken(FIRST, 1, 0, List.of(), status(KindState.SYNCED), check());
        taken(FIRST, 2, 10, List.of(), status(KindState.STALE));
        taken(FIRST.next(), 1, 400, List.of(), status(KindState.SYNCED));
        assertThat(verifications.of(PODS)).hasValue(at(0));
        taken(FIRST.next(), 2, 401, List.of(), check());
        assertThat(verifications.of(PODS)).hasValue(at(401));
    }
}
