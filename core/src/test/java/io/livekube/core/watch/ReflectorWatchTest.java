package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.RequestFailure;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The reflector's reaction to each possible signal while it watches.
class ReflectorWatchTest extends ReflectorCase {
    @Test
    void eventsAreAppliedInOrderAndOnlyOnce() {
        watching(5);
        applied("a", 6);
        applied("a", 6);
        on(new ReflectorSignal.Deleted(object("a", 7)));
        applied("a", 6);
        on(new ReflectorSignal.Bookmark(9, false));
        assertThat(sink.taken()).containsExactly("apply a@6", "delete a@7", "bookmark 9");
        on(new ReflectorSignal.WatchEnded());
        assertThat(watch().resourceVersion()).isEqualTo(9);
        assertThat(reflector.report().counters().duplicates()).isEqualTo(2);
    }

    @Test
    void a410OfAWatchListsTheCurrentState() {
        watching(5);
        failed(new RequestFailure.Expired("gone"));
        assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 5, 500, ""));
        page(8, "");
        assertThat(watch().resourceVersion()).isEqualTo(8);
    }

    @Test
    void aListNoNewerThanTheRefusedVersionIsNotWatchedFromButAskedForWholeOnANewConnection() {
        watching(5);
        failed(new RequestFailure.Expired("gone"));
        page(5, "");
        assertThat(waits()).isPositive();
        ListRequest whole = list();
        assertThat(whole).isEqualTo(new ListRequest(ListTier.CURRENT_WHOLE, 5, 0, ""));
        assertThat(whole.freshConnection()).isTrue();
        assertThat(reflector.report().counters().stuck()).isEqualTo(1);
    }

    @Test
    void itIsStuckUntilAWatchDeliversSomething() {
        watching(5);
        failed(new RequestFailure.Expired("gone"));
        page(5, "");
        waits();
        page(6, "");
        open();
        assertThat(reflector.report().stuck()).isTrue();
        applied("a", 7);
        assertThat(reflector.report().stuck()).isFalse();
    }

    @Test
    void twoRoundsOf410WithoutASignOfLifeAreStuckAndWaitLongerEachTime() {
        watching(5);
        failed(new RequestFailure.Expired("gone"));
        page(6, "");
        long before = 0;
        for (int version = 7; version < 10; version++) {
            open();
            failed(new RequestFailure.Expired("gone"));
            long wait = waits().toMillis();
            assertThat(wait).isGreaterThan(before * 9 / 10);
            before = wait;
            assertThat(list().tier()).isEqualTo(ListTier.CURRENT_WHOLE);
            page(version, "");
        }
        assertThat(before).isGreaterThan(1_500);
    }

    @Test
    void throttlingWaitsAsLongAsAskedAndKeepsTheVersion() {
        watching(5);
        failed(new RequestFailure.Throttled(Duration.ofSeconds(17), "429"));
        assertThat(waits()).isEqualTo(Duration.ofSeconds(17));
        assertThat(watch().resourceVersion()).isEqualTo(5);
        failed(new RequestFailure.Throttled(Duration.ofDays(365), "429"));
        assertThat(waits()).isEqualTo(DEFAULTS.refusals().longest());
    }

    @Test
    void aWatchThatFailsThreeTimesIsListedForButNotFromThePast() {
        watching(5);
        for (int i = 0; i < 2; i++) {
            failed(new RequestFailure.Transient("reset"));
            assertThat(waits()).isPositive();
            assertThat(watch().resourceVersion()).isEqualTo(5);
        }
        failed(new RequestFailure.Transient("reset"));
        assertThat(waits()).isPositive();
        assertThat(list()).isEqualTo(new ListRequest(ListTier.NOT_OLDER_THAN, 5, 500, ""));
        page(4, "");
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
        assertThat(sink.taken()).isEmpty();
    }

    @Test
    void aCleanEndIsWatchedOnAtOnceUnlessItIsBriefTwice() {
        watching(5);
        now = now.plusSeconds(100);
        on(new ReflectorSignal.WatchEnded());
        assertThat(watch().resourceVersion()).isEqualTo(5);
        open();
        on(new ReflectorSignal.WatchEnded());
        open();
        on(new ReflectorSignal.WatchEnded());
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
        assertThat(reflector.report().counters().expired()).isEqualTo(1);
    }

    @Test
    void watchesThatEndBehindTheirFirstFrameAreSlowedDown() {
        watching(5);
        applied("a", 6);
        on(new ReflectorSignal.WatchEnded());
        open();
        applied("a", 7);
        on(new ReflectorSignal.WatchEnded());
        assertThat(waits()).isEqualTo(Duration.ofSeconds(2));
        assertThat(watch().resourceVersion()).isEqualTo(7);
    }

    @Test
    void aWatchIsGivenUpWhenItIsSilentAndTwoSilentOnesAreListedFor() {
        watching(5);
        Instant deadline = ((ReflectorAction.KeepReading) reflector.next(now)).deadline();
        assertThat(deadline).isEqualTo(now.plus(DEFAULTS.watches().silence()));
        now = deadline;
        on(new ReflectorSignal.DeadlinePassed());
        assertThat(watch().resourceVersion()).isEqualTo(5);
        open();
        on(new ReflectorSignal.DeadlinePassed());
        assertThat(list().tier()).isEqualTo(ListTier.NOT_OLDER_THAN);
    }

    @Test
    void aBookmarkFromBeforeTheWatchMeansThatHistoryWasReplaced() {
        watching(50);
        on(new ReflectorSignal.Bookmark(20, false));
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
        page(21, "", "a");
        assertThat(sink.taken()).containsExactly("replace [a]@21 new epoch");
    }

    @Test
    void refusalsAreAskedAgainAfterLongAndLongerWaits() {
        for (RequestFailure failure :
                List.of(new RequestFailure.Forbidden("403"), new RequestFailure.NotServed("404"))) {
            begin(InitialList.LIST);
            failed(failure);
            ReflectorPhase phase =
                    failure instanceof RequestFailure.Forbidden ? ReflectorPhase.DENIED : ReflectorPhase.NOT_SERVED;
            assertThat(reflector.report().phase()).isEqualTo(phase);
            assertThat(waits()).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(30));
            for (int i = 0; i < 10; i++) {
                failed(failure);
                waits();
            }
            failed(failure);
            assertThat(waits()).isBetween(Duration.ofSeconds(150), Duration.ofSeconds(300));
        }
    }

    @Test
    void aWatchThatFailedIsNotCalledOneBeforeTheNextIsAccepted() {
        watching(5);
        failed(new RequestFailure.Forbidden("403"));
        waits();
        assertThat(watch().resourceVersion()).isEqualTo(5);
        assertThat(reflector.report().phase()).isEqualTo(ReflectorPhase.DENIED);
        failed(new RequestFailure.Transient("no route to host"));
        waits();
        watch();
        assertThat(reflector.report().phase()).isEqualTo(ReflectorPhase.BACKING_OFF);
        on(new ReflectorSignal.WatchOpened());
        assertThat(reflector.report().phase()).isEqualTo(ReflectorPhase.WATCHING);

        on(new ReflectorSignal.WatchEnded());
        watch();
        assertThat(reflector.report().phase()).as("nothing was wrong").isEqualTo(ReflectorPhase.WATCHING);
    }

    @Test
    void credentialsThatAreRefusedKeepThePlace() {
        watching(5);
        failed(new RequestFailure.Unauthorized("401"));
        assertThat(waits()).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
        assertThat(watch().resourceVersion()).isEqualTo(5);
    }

    @Test
    void aResourceConfirmedGoneIsDeletedAndListedWhenItIsBack() {
        watching(5);
        failed(new RequestFailure.NotServed("404"));
        assertThat(sink.taken()).isEmpty();
        on(new ReflectorSignal.Removed());
        assertThat(sink.taken()).containsExactly("replace []@5");
        assertThat(waits()).isPositive();
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void anUnreadableChangeIsSkippedAndRepairedWhenTheWatchEnds() {
        watching(5);
        on(new ReflectorSignal.Undecodable("a"));
        applied("b", 7);
        assertThat(sink.taken()).containsExactly("apply b@7");
        now = now.plusSeconds(60);
        on(new ReflectorSignal.WatchEnded());
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void twoUnreadableChangesAtOneVersionAreListedForSoon() {
        watching(5);
        on(new ReflectorSignal.Undecodable("a"));
        on(new ReflectorSignal.Undecodable("b"));
        assertThat(waits()).isPositive();
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void aRelistDoesNotCutAWaitShortThatTheServerAskedFor() {
        watching(5);
        failed(new RequestFailure.Throttled(Duration.ofSeconds(20), "429"));
        on(new ReflectorSignal.Relist("someone asked"));
        assertThat(waits()).isEqualTo(Duration.ofSeconds(20));
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void afterStoppingItRequestsNothing() {
        watching(5);
        on(new ReflectorSignal.Stop());
        applied("a", 6);
        assertThat(reflector.next(now)).isEqualTo(new ReflectorAction.Stop());
        assertThat(sink.taken()).isEmpty();
        assertThat(reflector.report().phase()).isEqualTo(ReflectorPhase.STOPPED);
    }
}
