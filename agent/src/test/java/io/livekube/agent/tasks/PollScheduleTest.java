package io.livekube.agent.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PollScheduleTest {
    private static final Duration LONG = Duration.ofSeconds(25);

    /// Without jitter.
    private static final RandomGenerator NO_CHANCE = () -> 0;

    private final PollSchedule plan = new PollSchedule(PollConfig.defaults(), NO_CHANCE);
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    /// Waits until the next request is due.
    private PollSchedule.Poll next() {
        PollSchedule.Poll poll = plan.next(now);
        now = poll.at();
        return poll;
    }

    private void answerAfter(PollSchedule.Poll poll, Duration time, boolean empty) {
        now = now.plus(time);
        plan.answered(poll, empty, now);
    }

    private Duration untilNext() {
        return Duration.between(now, plan.next(now).at());
    }

    @Test
    void aHubThatHasNothingIsAskedAgainAtOnceAfterItsTime() {
        for (int i = 0; i < 10; i++) {
            PollSchedule.Poll poll = next();
            assertThat(poll.hold()).isEqualTo(LONG);
            answerAfter(poll, LONG, true);
            assertThat(untilNext()).isZero();
        }
    }

    @Test
    void tasksAreFollowedByTheNextRequestAlmostAtOnceHoweverManyCome() {
        PollSchedule.Poll poll = next();
        answerAfter(poll, Duration.ofSeconds(2), false);
        assertThat(untilNext()).isZero();
        answerAfter(next(), Duration.ZERO, false);
        assertThat(untilNext()).isEqualTo(Duration.ofMillis(20));
        assertThat(next().hold()).isEqualTo(LONG);
    }

    @Test
    void aLongRequestThatIsCutIsFollowedByShortOnesForAMinuteAndThenTriedAgain() {
        PollSchedule.Poll poll = next();
        now = now.plusSeconds(10);
        plan.cut(poll, now);
        Instant cut = now;
        int polls = 0;
        for (poll = next(); !poll.isLong(); poll = next()) {
            answerAfter(poll, Duration.ofMillis(5), true);
            assertThat(untilNext()).isEqualTo(Duration.ofSeconds(1));
            polls++;
        }
        assertThat(polls).isBetween(55, 60);
        assertThat(Duration.between(cut, now)).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(62));

        plan.cut(poll, now);
        assertThat(next().isLong()).as("for another minute").isFalse();
    }

    @Test
    void threeFarTooEarlyEmptyAnswersCountAsCutOff() {
        for (int i = 0; i < 3; i++) {
            PollSchedule.Poll poll = next();
            assertThat(poll.isLong()).isTrue();
            answerAfter(poll, Duration.ofMillis(30), true);
            assertThat(untilNext()).isEqualTo(Duration.ofSeconds(1));
        }
        assertThat(next().isLong()).isFalse();
    }

    @Test
    void twoEarlyAnswersAreForgottenWithTheFirstThatIsNot() {
        for (int i = 0; i < 5; i++) {
            answerAfter(next(), Duration.ofMillis(30), true);
            answerAfter(next(), Duration.ofMillis(30), true);
            answerAfter(next(), LONG, true);
        }
        assertThat(next().isLong()).isTrue();
    }

    @Test
    void aHubThatIsAwayIsAskedLessAndLessOftenButAtLeastEveryFewSeconds() {
        long[] expected = {250, 500, 1000, 2000, 4000, 5000, 5000};
        for (long millis : expected) {
            next();
            plan.away(Optional.empty(), now);
            assertThat(untilNext()).isEqualTo(Duration.ofMillis(millis));
        }
        PollSchedule.Poll back = next();
        assertThat(back.isLong()).isTrue();
        answerAfter(back, LONG, true);
        next();
        plan.away(Optional.empty(), now);
        assertThat(untilNext()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void aShortRequestThatIsCutMeansThatTheHubIsAway() {
        plan.cut(next(), now);
        plan.cut(next(), now);
        assertThat(untilNext()).isEqualTo(Duration.ofMillis(250));
        plan.cut(next(), now);
        assertThat(untilNext()).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void aHubThatNamesATimeIsLeftAloneUntilThen() {
        next();
        plan.away(Optional.of(Duration.ofSeconds(30)), now);
        assertThat(untilNext()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void settingsThatMakeNoSenseAreNamed() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new PollConfig(Duration.ofMillis(10), second, second, second, second))
                .hasMessageContaining("longWait");
        assertThatThrownBy(() -> new PollConfig(second, second, second, LONG, second))
                .hasMessageContaining("firstRetry");
    }
}
