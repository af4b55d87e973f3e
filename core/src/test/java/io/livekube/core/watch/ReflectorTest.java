package io.livekube.core.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorConfig.InitialList;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What the reflector does about each thing that can happen, one by one.
class ReflectorTest {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final ReflectorConfig DEFAULTS = ReflectorConfig.defaults();

    private final ObjectFormat format = new ObjectFormat(PODS, FormatConfig.defaultsFor(PODS));
    private final TestingSink sink = new TestingSink();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Reflector reflector = new Reflector(DEFAULTS, sink, new Random(1), now);

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
        assertThat(reflector.report().phase()).isEqualTo(Phase.WATCHING);
    }

    @Test
    void eventsAreAppliedInOrderAndOnlyOnce() {
        watching(5);
        applied("a", 6);
        applied("a", 6);
        on(new Signal.Deleted(object("a", 7)));
        applied("a", 6);
        on(new Signal.Bookmark(9, false));
        assertThat(sink.taken()).containsExactly("apply a@6", "delete a@7", "bookmark 9");
        on(new Signal.WatchEnded());
        assertThat(watch().resourceVersion()).isEqualTo(9);
        assertThat(reflector.report().counters().duplicates()).isEqualTo(2);
    }

    @Test
    void a410OfAWatchListsTheCurrentState() {
        watching(5);
        failed(new Failure.Expired("gone"));
        assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 5, 500, ""));
        page(8, "");
        assertThat(watch().resourceVersion()).isEqualTo(8);
    }

    @Test
    void aListNoNewerThanTheRefusedVersionIsNotWatchedFromButAskedForWholeOnANewConnection() {
        watching(5);
        failed(new Failure.Expired("gone"));
        page(5, "");
        assertThat(waits()).isPositive();
        ListRequest whole = list();
        assertThat(whole).isEqualTo(new ListRequest(ListTier.CURRENT_WHOLE, 5, 0, ""));
        assertThat(whole.freshConnection()).isTrue();
        assertThat(reflector.report().counters().stuck()).isEqualTo(1);
    }

    @Test
    void twoRoundsOf410WithoutASignOfLifeAreStuckAndWaitLongerEachTime() {
        watching(5);
        failed(new Failure.Expired("gone"));
        page(6, "");
        long before = 0;
        for (int version = 7; version < 10; version++) {
            open();
            failed(new Failure.Expired("gone"));
            long wait = waits().toMillis();
            assertThat(wait).isGreaterThan(before * 9 / 10);
            before = wait;
            assertThat(list().tier()).isEqualTo(ListTier.CURRENT_WHOLE);
            page(version, "");
        }
        assertThat(before).isGreaterThan(1_500);
    }

    @Test
    void aContinueTokenThatExpiresDropsThePartialListAndThenAsksForAllAtOnce() {
        page(5, "next", "a");
        failed(new Failure.Expired("gone"));
        assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 0, 500, ""));
        page(6, "next", "b");
        failed(new Failure.Expired("gone"));
        assertThat(waits()).isPositive();
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT_WHOLE);
        page(7, "", "c");
        assertThat(sink.taken()).containsExactly("replace [c]@7");
    }

    @Test
    void aVersionThatIsTooLargeWaitsASecondAndListsTheCurrentState() {
        watching(50);
        failed(new Failure.TooLarge("504"));
        assertThat(waits()).isEqualTo(Duration.ofSeconds(1));
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
        page(20, "", "a");
        assertThat(sink.taken()).containsExactly("replace [a]@20 new epoch");
    }

    @Test
    void throttlingWaitsAsLongAsAskedAndKeepsTheVersion() {
        watching(5);
        failed(new Failure.Throttled(Duration.ofSeconds(17), "429"));
        assertThat(waits()).isEqualTo(Duration.ofSeconds(17));
        assertThat(watch().resourceVersion()).isEqualTo(5);
        failed(new Failure.Throttled(Duration.ofDays(365), "429"));
        assertThat(waits()).isEqualTo(DEFAULTS.deniedCap());
    }

    @Test
    void throttledPagesAreAskedForAgainAtTheSamePlace() {
        page(5, "next", "a");
        failed(new Failure.Throttled(Duration.ofSeconds(3), "429"));
        assertThat(waits()).isEqualTo(Duration.ofSeconds(3));
        assertThat(list().continueToken()).isEqualTo("next");
    }

    @Test
    void aWatchThatFailsThreeTimesIsListedForButNotFromThePast() {
        watching(5);
        for (int i = 0; i < 2; i++) {
            failed(new Failure.Transient("reset"));
            assertThat(waits()).isPositive();
            assertThat(watch().resourceVersion()).isEqualTo(5);
        }
        failed(new Failure.Transient("reset"));
        assertThat(waits()).isPositive();
        assertThat(list()).isEqualTo(new ListRequest(ListTier.NOT_OLDER_THAN, 5, 500, ""));
        page(4, "");
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
        assertThat(sink.taken()).isEmpty();
    }

    @Test
    void aPageThatTimesOutIsHalvedDownToTheSmallest() {
        List<Integer> sizes = new ArrayList<>();
        page(5, "next", "a");
        for (int i = 0; i < 5; i++) {
            failed(new Failure.TimedOut("slow"));
            assertThat(list().continueToken()).isEqualTo("next");
            sizes.add(list().limit());
        }
        assertThat(sizes).containsExactly(250, 125, 62, 31, 25);
        assertThat(reflector.report().lastFailure())
                .contains(new Failure.TimedOut("LIST page 2: slow (page size 31 → 25)"));
        failed(new Failure.TimedOut("slow"));
        assertThat(waits()).isPositive();
        assertThat(list().limit()).isEqualTo(25);
        assertThat(reflector.report().pageSize()).isEqualTo(25);
        assertThat(reflector.report().counters().timedOutPages()).isEqualTo(6);
    }

    @Test
    void pagesGrowBackWhenTheyComeQuicklyAlsoFromOneListToTheNext() {
        list();
        now = now.plusSeconds(60);
        failed(new Failure.TimedOut("slow"));
        assertThat(reflector.report().lastFailure())
                .contains(new Failure.TimedOut("LIST page 1: slow (page size 500 → 250)"));
        pages(3, Duration.ofSeconds(7));
        assertThat(list().limit()).isEqualTo(250);
        page(5, "");
        open();
        failed(new Failure.Expired("gone"));
        pages(1, Duration.ofSeconds(7));
        assertThat(list().limit()).isEqualTo(500);
        assertThat(list().continueToken()).isEqualTo("next");
        assertThat(reflector.report().pageSize()).isEqualTo(500);
    }

    @Test
    void waitingForTheServersSakeDoesNotMakeAPageSlow() {
        list();
        now = now.plusSeconds(60);
        failed(new Failure.TimedOut("slow"));
        pages(3, Duration.ofSeconds(7));
        list();
        failed(new Failure.Throttled(Duration.ofMinutes(2), "429"));
        waits();
        pages(1, Duration.ofSeconds(7));
        assertThat(list().limit()).isEqualTo(500);
    }

    @Test
    void aWholeListThatTimesOutIsPagedAgain() {
        watching(5);
        failed(new Failure.Expired("gone"));
        page(5, "");
        waits();
        failed(new Failure.TimedOut("slow"));
        assertThat(waits()).isPositive();
        assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 5, 500, ""));
    }

    @Test
    void aCleanEndIsWatchedOnAtOnceUnlessItIsBriefTwice() {
        watching(5);
        now = now.plusSeconds(100);
        on(new Signal.WatchEnded());
        assertThat(watch().resourceVersion()).isEqualTo(5);
        open();
        on(new Signal.WatchEnded());
        open();
        on(new Signal.WatchEnded());
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
        assertThat(reflector.report().counters().expired()).isEqualTo(1);
    }

    @Test
    void watchesThatEndBehindTheirFirstFrameAreSlowedDown() {
        watching(5);
        applied("a", 6);
        on(new Signal.WatchEnded());
        open();
        applied("a", 7);
        on(new Signal.WatchEnded());
        assertThat(waits()).isEqualTo(Duration.ofSeconds(2));
        assertThat(watch().resourceVersion()).isEqualTo(7);
    }

    @Test
    void aWatchIsGivenUpWhenItIsSilentAndTwoSilentOnesAreListedFor() {
        watching(5);
        Instant deadline = ((Action.KeepReading) reflector.next(now)).deadline();
        assertThat(deadline).isEqualTo(now.plus(DEFAULTS.silenceLimit()));
        now = deadline;
        on(new Signal.DeadlinePassed());
        assertThat(watch().resourceVersion()).isEqualTo(5);
        open();
        on(new Signal.DeadlinePassed());
        assertThat(list().tier()).isEqualTo(ListTier.NOT_OLDER_THAN);
    }

    @Test
    void aBookmarkFromBeforeTheWatchMeansThatHistoryBeganAnew() {
        watching(50);
        on(new Signal.Bookmark(20, false));
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
        page(21, "", "a");
        assertThat(sink.taken()).containsExactly("replace [a]@21 new epoch");
    }

    @Test
    void initialEventsAreStagedUntilTheMarkedBookmarkAndTheStreamGoesOn() {
        begin(InitialList.WATCH_LIST);
        assertThat(watch().initialEvents()).isTrue();
        on(new Signal.WatchOpened());
        applied("b", 9);
        applied("a", 3);
        on(new Signal.Bookmark(9, false));
        on(new Signal.Deleted(object("a", 10)));
        assertThat(sink.taken()).isEmpty();
        on(new Signal.Bookmark(10, true));
        assertThat(sink.taken()).containsExactly("replace [b]@10");
        assertThat(reflector.next(now)).isInstanceOf(Action.KeepReading.class);
        on(new Signal.WatchEnded());
        assertThat(watch().initialEvents()).isFalse();
    }

    @Test
    void initialEventsThatComeAgainBringBackNeitherTheDeadNorThePast() {
        begin(InitialList.WATCH_LIST);
        watch();
        on(new Signal.WatchOpened());
        applied("gone", 3);
        applied("back", 4);
        applied("changed", 2);
        on(new Signal.Deleted(object("gone", 10)));
        on(new Signal.Deleted(object("back", 11)));
        applied("back", 12);
        applied("changed", 13);
        applied("gone", 3);
        applied("changed", 2);
        on(new Signal.Deleted(object("back", 11)));
        on(new Signal.Bookmark(13, true));
        assertThat(sink.taken()).containsExactly("replace [changed, back]@13");
        assertThat(reflector.report().counters().duplicates()).isEqualTo(3);
        applied("gone", 3);
        assertThat(sink.taken()).isEmpty();
    }

    @Test
    void watchListFallsBackToListWhenRefusedSilentEndedOrTooLong() {
        for (Signal end : List.of(
                new Signal.Failed(new Failure.Rejected("400")),
                new Signal.Failed(new Failure.Transient("reset")),
                new Signal.WatchEnded(),
                new Signal.DeadlinePassed())) {
            begin(InitialList.WATCH_LIST);
            on(new Signal.WatchOpened());
            applied("a", 3);
            assertThat(reflector.next(now))
                    .isEqualTo(new Action.KeepReading(now.plus(DEFAULTS.initialEventsSilence())));
            on(end);
            assertThat(list()).isEqualTo(new ListRequest(ListTier.CURRENT, 0, 500, ""));
            assertThat(reflector.report().counters().watchListFallbacks()).isEqualTo(1);
        }
    }

    @Test
    void aWatchListThatNeverStopsTalkingEndsAllTheSame() {
        begin(InitialList.WATCH_LIST);
        Duration timeout = watch().timeout();
        on(new Signal.WatchOpened());
        Instant opened = now;
        for (int i = 1; i < 100; i++) {
            now = now.plusSeconds(20);
            applied("a" + i, i);
        }
        assertThat(reflector.next(now))
                .isEqualTo(new Action.KeepReading(opened.plus(timeout).plus(DEFAULTS.watchGrace())));
    }

    @Test
    void refusalsAreAskedAgainAfterLongAndLongerWaits() {
        for (Failure failure : List.of(new Failure.Forbidden("403"), new Failure.NotServed("404"))) {
            begin(InitialList.LIST);
            failed(failure);
            Phase phase = failure instanceof Failure.Forbidden ? Phase.DENIED : Phase.NOT_SERVED;
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
    void credentialsThatAreRefusedKeepThePlace() {
        watching(5);
        failed(new Failure.Unauthorized("401"));
        assertThat(waits()).isBetween(Duration.ofMillis(400), Duration.ofMillis(800));
        assertThat(watch().resourceVersion()).isEqualTo(5);
    }

    @Test
    void whatDiscoveryConfirmsToBeGoneIsDeletedAndListedWhenItIsBack() {
        watching(5);
        failed(new Failure.NotServed("404"));
        assertThat(sink.taken()).isEmpty();
        on(new Signal.Removed());
        assertThat(sink.taken()).containsExactly("replace []@5");
        assertThat(waits()).isPositive();
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void aRejectedContinueTokenIsNotSentAgain() {
        page(5, "next", "a");
        failed(new Failure.Rejected("400"));
        assertThat(waits()).isPositive();
        assertThat(list().continueToken()).isEmpty();
    }

    @Test
    void oneUnreadableChangeIsSkippedAndMadeUpForWhenTheWatchEnds() {
        watching(5);
        on(new Signal.Undecodable("a"));
        applied("b", 7);
        assertThat(sink.taken()).containsExactly("apply b@7");
        now = now.plusSeconds(60);
        on(new Signal.WatchEnded());
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void twoUnreadableChangesAtOneVersionAreListedForSoon() {
        watching(5);
        on(new Signal.Undecodable("a"));
        on(new Signal.Undecodable("b"));
        assertThat(waits()).isPositive();
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void aRelistThatIsAskedForDoesNotDisturbAListUnderWay() {
        page(5, "next", "a");
        on(new Signal.Relist("someone asked"));
        page(5, "", "b");
        assertThat(sink.taken()).containsExactly("replace [a, b]@5");
        on(new Signal.Relist("someone asked"));
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void aRelistDoesNotCutAWaitShortThatTheServerAskedFor() {
        watching(5);
        failed(new Failure.Throttled(Duration.ofSeconds(20), "429"));
        on(new Signal.Relist("someone asked"));
        assertThat(waits()).isEqualTo(Duration.ofSeconds(20));
        assertThat(list().tier()).isEqualTo(ListTier.CURRENT);
    }

    @Test
    void stoppedItAsksForNothingMore() {
        watching(5);
        on(new Signal.Stop());
        applied("a", 6);
        assertThat(reflector.next(now)).isEqualTo(new Action.Stop());
        assertThat(sink.taken()).isEmpty();
        assertThat(reflector.report().phase()).isEqualTo(Phase.STOPPED);
    }

    // ---- the shell's part

    private void begin(InitialList initial) {
        ReflectorConfig d = DEFAULTS;
        var config = new ReflectorConfig(
                initial,
                d.pageSize(),
                d.minPageSize(),
                d.watchTimeoutMin(),
                d.watchTimeoutMax(),
                d.watchGrace(),
                d.silenceLimit(),
                d.initialEventsSilence(),
                d.watchListBlocked(),
                d.backoffInitial(),
                d.backoffCap(),
                d.backoffReset(),
                d.deniedInitial(),
                d.deniedCap());
        reflector = new Reflector(config, sink, new Random(1), now);
    }

    private void watching(long version) {
        page(version, "");
        sink.taken();
        open();
    }

    private void open() {
        watch();
        on(new Signal.WatchOpened());
    }

    private ListRequest list() {
        return ((Action.FetchPage) reflector.next(now)).request();
    }

    private WatchRequest watch() {
        return ((Action.OpenWatch) reflector.next(now)).request();
    }

    /// Waits as long as it wants to.
    private Duration waits() {
        Instant until = ((Action.Wait) reflector.next(now)).until();
        Duration wait = Duration.between(now, until);
        now = until;
        assertThat(reflector.next(now)).isNotInstanceOf(Action.Wait.class);
        return wait;
    }

    /// Pages with others behind them, each so long after it was asked for.
    private void pages(int count, Duration took) {
        for (int i = 0; i < count; i++) {
            list();
            now = now.plus(took);
            page(5, "next");
        }
    }

    private void page(long version, String token, String... names) {
        List<KubeObject> items = new ArrayList<>();
        for (String name : names) {
            items.add(object(name, version));
        }
        on(new Signal.Page(items, version, token, 100));
    }

    private void applied(String name, long version) {
        on(new Signal.Applied(object(name, version)));
    }

    private void failed(Failure failure) {
        on(new Signal.Failed(failure));
    }

    private void on(Signal signal) {
        reflector.on(signal, now);
    }

    private KubeObject object(String name, long version) {
        byte[] json = "{\"metadata\":{\"name\":\"%s\",\"resourceVersion\":\"%d\"}}"
                .formatted(name, version)
                .getBytes(StandardCharsets.UTF_8);
        try {
            return format.decode(json, 0, json.length);
        } catch (MalformedObjectException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
