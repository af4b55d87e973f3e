package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.RequestFailure;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The reflector's reaction to each possible signal while it lists.
class ReflectorListTest extends ReflectorCase {
    @Test
    void pagesAreStagedAndSwappedInTogether() {
        assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 0, 500, ""));
        page(5, "next", "a");
        assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 0, 500, "next"));
        assertThat(sink.taken()).isEmpty();
        assertThat(reflector.synced()).isFalse();
        page(5, "", "b");
        assertThat(sink.taken()).containsExactly("replace [a, b]@5");
        assertThat(watch().resourceVersion()).isEqualTo(5);
        assertThat(reflector.report().phase()).isEqualTo(ReflectorPhase.WATCHING);
    }

    @Test
    void anExpiredContinueTokenDropsThePartialListAndThenListsUnpaged() {
        page(5, "next", "a");
        failed(new RequestFailure.Expired("gone"));
        assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 0, 500, ""));
        page(6, "next", "b");
        failed(new RequestFailure.Expired("gone"));
        assertThat(waits()).isPositive();
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT_WHOLE);
        page(7, "", "c");
        assertThat(sink.taken()).containsExactly("replace [c]@7");
    }

    @Test
    void aVersionThatIsTooLargeWaitsASecondAndListsTheCurrentState() {
        watching(50);
        failed(new RequestFailure.TooLarge("504"));
        assertThat(waits()).isEqualTo(Duration.ofSeconds(1));
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
        page(20, "", "a");
        assertThat(sink.taken()).containsExactly("replace [a]@20 new epoch");
    }

    @Test
    void throttledPagesAreAskedForAgainAtTheSamePlace() {
        page(5, "next", "a");
        failed(new RequestFailure.Throttled(Duration.ofSeconds(3), "429"));
        assertThat(waits()).isEqualTo(Duration.ofSeconds(3));
        assertThat(list().continueToken()).isEqualTo("next");
    }

    @Test
    void aPageThatTimesOutIsHalvedDownToTheSmallest() {
        List<Integer> sizes = new ArrayList<>();
        page(5, "next", "a");
        for (int i = 0; i < 5; i++) {
            failed(new RequestFailure.TimedOut("slow"));
            assertThat(list().continueToken()).isEqualTo("next");
            sizes.add(list().limit());
        }
        assertThat(sizes).containsExactly(250, 125, 62, 31, 25);
        assertThat(reflector.report().lastFailure())
                .contains(new RequestFailure.TimedOut("LIST page 2: slow (page size 31 → 25)"));
        failed(new RequestFailure.TimedOut("slow"));
        assertThat(waits()).isPositive();
        assertThat(list().limit()).isEqualTo(25);
        assertThat(reflector.report().pageSize()).isEqualTo(25);
        assertThat(reflector.report().counters().timedOutPages()).isEqualTo(6);
    }

    @Test
    void pagesGrowBackWhenTheyAreQuickEvenAcrossLists() {
        list();
        now = now.plusSeconds(60);
        failed(new RequestFailure.TimedOut("slow"));
        assertThat(reflector.report().lastFailure())
                .contains(new RequestFailure.TimedOut("LIST page 1: slow (page size 500 → 250)"));
        pages(3, Duration.ofSeconds(7));
        assertThat(list().limit()).isEqualTo(250);
        page(5, "");
        open();
        failed(new RequestFailure.Expired("gone"));
        pages(1, Duration.ofSeconds(7));
        assertThat(list().limit()).isEqualTo(500);
        assertThat(list().continueToken()).isEqualTo("next");
        assertThat(reflector.report().pageSize()).isEqualTo(500);
    }

    @Test
    void waitingForTheServersSakeDoesNotMakeAPageSlow() {
        list();
        now = now.plusSeconds(60);
        failed(new RequestFailure.TimedOut("slow"));
        pages(3, Duration.ofSeconds(7));
        list();
        failed(new RequestFailure.Throttled(Duration.ofMinutes(2), "429"));
        waits();
        pages(1, Duration.ofSeconds(7));
        assertThat(list().limit()).isEqualTo(500);
    }

    @Test
    void aWholeListThatTimesOutIsPagedAgain() {
        watching(5);
        failed(new RequestFailure.Expired("gone"));
        page(5, "");
        waits();
        failed(new RequestFailure.TimedOut("slow"));
        assertThat(waits()).isPositive();
        assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 5, 500, ""));
    }

    @Test
    void initialEventsAreStagedUntilTheMarkedBookmarkAndTheStreamContinues() {
        begin(InitialList.WATCH_LIST);
        assertThat(watch().initialEvents()).isTrue();
        on(new ReflectorSignal.WatchOpened());
        applied("b", 9);
        applied("a", 3);
        on(new ReflectorSignal.Bookmark(9, false));
        on(new ReflectorSignal.Deleted(object("a", 10)));
        assertThat(sink.taken()).isEmpty();
        on(new ReflectorSignal.Bookmark(10, true));
        assertThat(sink.taken()).containsExactly("replace [b]@10");
        assertThat(reflector.next(now)).isInstanceOf(ReflectorAction.KeepReading.class);
        on(new ReflectorSignal.WatchEnded());
        assertThat(watch().initialEvents()).isFalse();
    }

    @Test
    void repeatedInitialEventsReviveNeitherDeletedNorOldObjects() {
        begin(InitialList.WATCH_LIST);
        watch();
        on(new ReflectorSignal.WatchOpened());
        applied("gone", 3);
        applied("back", 4);
        applied("changed", 2);
        on(new ReflectorSignal.Deleted(object("gone", 10)));
        on(new ReflectorSignal.Deleted(object("back", 11)));
        applied("back", 12);
        applied("changed", 13);
        applied("gone", 3);
        applied("changed", 2);
        on(new ReflectorSignal.Deleted(object("back", 11)));
        on(new ReflectorSignal.Bookmark(13, true));
        assertThat(sink.taken()).containsExactly("replace [changed, back]@13");
        assertThat(reflector.report().counters().duplicates()).isEqualTo(3);
        applied("gone", 3);
        assertThat(sink.taken()).isEmpty();
    }

    @Test
    void watchListFallsBackToListWhenRefusedSilentEndedOrTooLong() {
        for (ReflectorSignal end : List.of(
                new ReflectorSignal.Failed(new RequestFailure.Rejected("400")),
                new ReflectorSignal.Failed(new RequestFailure.Transient("reset")),
                new ReflectorSignal.WatchEnded(),
                new ReflectorSignal.DeadlinePassed())) {
            begin(InitialList.WATCH_LIST);
            on(new ReflectorSignal.WatchOpened());
            applied("a", 3);
            assertThat(reflector.next(now))
                    .isEqualTo(new ReflectorAction.KeepReading(
                            now.plus(DEFAULTS.watches().initialSilence())));
            on(end);
            assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 0, 500, ""));
            assertThat(reflector.report().counters().watchListFallbacks()).isEqualTo(1);
        }
    }

    @Test
    void aWatchListThatNeverStopsTalkingEndsAllTheSame() {
        begin(InitialList.WATCH_LIST);
        Duration timeout = watch().timeout();
        on(new ReflectorSignal.WatchOpened());
        Instant opened = now;
        for (int i = 1; i < 100; i++) {
            now = now.plusSeconds(20);
            applied("a" + i, i);
        }
        assertThat(reflector.next(now))
                .isEqualTo(new ReflectorAction.KeepReading(
                        opened.plus(timeout).plus(DEFAULTS.watches().grace())));
    }

    @Test
    void aRejectedContinueTokenIsNotSentAgain() {
        page(5, "next", "a");
        failed(new RequestFailure.Rejected("400"));
        assertThat(waits()).isPositive();
        assertThat(list().continueToken()).isEmpty();
    }

    @Test
    void aRelistThatIsAskedForDoesNotDisturbAListUnderWay() {
        page(5, "next", "a");
        on(new ReflectorSignal.Relist("someone asked"));
        page(5, "", "b");
        assertThat(sink.taken()).containsExactly("replace [a, b]@5");
        on(new ReflectorSignal.Relist("someone asked"));
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }
}
