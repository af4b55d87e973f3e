package io.livekube.core.watch;

import io.livekube.core.RequestFailure;
import io.livekube.core.model.KubeObject;
import io.livekube.core.watch.ReflectorState.InitialStream;
import io.livekube.core.watch.ReflectorState.Listing;
import io.livekube.core.watch.ReflectorState.Stopped;
import io.livekube.core.watch.ReflectorState.Waiting;
import io.livekube.core.watch.ReflectorState.Watching;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Keeps a sink equal to one collection of the API server, through every fault.
///
/// A state machine without I/O: the shell performs the step that [#next] returns, and reports the result with
/// [#on]. If a watch is open and [#next] returns anything but [ReflectorAction.KeepReading], the shell closes
/// it. Both are called by one thread, or under one lock.
///
/// Guarantees:
/// - the sink gets the complete collection before the first single change, and never a part of it: a LIST that
///   ends early has no effect;
/// - versions go back only with a new epoch, and only because of a current read;
/// - it never repeats a failed request without waiting, and never gives up except for a [RequestFailure.Defect].
///
/// This class holds the transitions. The decisions are made elsewhere: [ListStrategy] on LISTs, [WatchHealth]
/// on the ends of watches, [ExpiredVersion] on a 410.
public final class Reflector {
    private final ReflectorConfig config;
    private final ReflectorSink sink;
    private final ReflectorCounters tally;
    private final FailureStreak backoff;
    private final FailureStreak deniedBackoff;
    private final WatchTimeouts times;
    private final ListStrategy listings;
    private final WatchHealth health = new WatchHealth();
    private final ExpiredVersion refused = new ExpiredVersion();

    private ReflectorState state;
    private long version;
    private boolean synced;
    /// Reason for the wait before the watch that is being requested: until the watch is accepted, the
    /// problem persists.
    private Optional<ReflectorPhase> waitedFor = Optional.empty();
    /// Whether an unreadable change was skipped: the collection is listed again when the watch ends.
    private boolean skippedChange;
    private long undecodableAt = -1;

    public Reflector(ReflectorConfig config, ReflectorSink sink, RandomGenerator random, Instant now) {
        this.config = config;
        this.sink = sink;
        this.tally = new ReflectorCounters(now);
        this.backoff = new FailureStreak(config.failures(), random);
        this.deniedBackoff = new FailureStreak(config.refusals(), random);
        this.times = new WatchTimeouts(config, random);
        this.listings = new ListStrategy(config, backoff, tally);
        this.state = firstState(now);
    }

    /// The next step.
    public ReflectorAction next(Instant now) {
        return switch (state) {
            case Listing listing -> {
                state = listing.asked(now);
                yield new ReflectorAction.FetchPage(listing.request());
            }
            case InitialStream s
            when !s.open() -> new ReflectorAction.OpenWatch(new WatchRequest(0, true, s.timeout()));
            case InitialStream s -> new ReflectorAction.KeepReading(times.deadline(s));
            case Watching w
            when !w.open() -> new ReflectorAction.OpenWatch(new WatchRequest(version, false, w.timeout()));
            case Watching w -> new ReflectorAction.KeepReading(times.deadline(w));
            case Waiting waiting when now.isBefore(waiting.until()) -> new ReflectorAction.Wait(waiting.until());
            case Waiting waiting -> {
                waitedFor = Optional.of(waiting.reason());
                state = waiting.next();
                yield next(now);
            }
            case Stopped() -> new ReflectorAction.Stop();
        };
    }

    /// Handles a signal.
    public void on(ReflectorSignal signal, Instant now) {
        if (state instanceof Stopped) {
            return;
        }
        tally.heard(signal, now);
        switch (signal) {
            case ReflectorSignal.Page page -> onPage(page, now);
            case ReflectorSignal.WatchOpened() -> onOpened(now);
            case ReflectorSignal.Applied(KubeObject object) -> onApplied(object, now);
            case ReflectorSignal.Deleted(KubeObject last) -> onDeleted(last, now);
            case ReflectorSignal.Bookmark bookmark -> onBookmark(bookmark, now);
            case ReflectorSignal.WatchEnded() -> onEnded(now);
            case ReflectorSignal.Failed(RequestFailure failure) -> onFailed(failure, now);
            case ReflectorSignal.Undecodable _ -> onUndecodable(now);
            case ReflectorSignal.DeadlinePassed() -> onDeadline(now);
            case ReflectorSignal.Relist _ -> listInsteadOfWatching();
            case ReflectorSignal.Removed() -> onRemoved();
            case ReflectorSignal.Stop() -> state = new Stopped();
        }
    }

    public boolean synced() {
        return synced;
    }

    public ReflectorReport report() {
        return tally.report(phase(), synced, listings.pageSize(), version);
    }

    // ---- listing

    private ReflectorState firstState(Instant now) {
        return switch (config.initialList()) {
            case LIST -> listing(ListTier.CURRENT);
            case CACHED_LIST -> listing(ListTier.CACHED);
            case WATCH_LIST -> new InitialStream(times.timeout(), false, now, now, new InitialEvents());
        };
    }

    private Listing listing(ListTier tier) {
        return listings.begin(tier, version);
    }

    private void onPage(ReflectorSignal.Page page, Instant now) {
        if (!(state instanceof Listing listing)) {
            return;
        }
        listing.staged().addAll(page.items());
        if (!page.continueToken().isEmpty()) {
            state = listings.next(listing, page, now);
            return;
        }
        switch (refused.judge(listing.request().tier(), page.resourceVersion(), version, synced)) {
            case TAKEN -> taken(listing, page, false, now);
            case TAKEN_IN_NEW_EPOCH -> taken(listing, page, true, now);
            case NOT_CURRENT -> state = listing(ListTier.CURRENT);
            case STUCK -> stuck(now);
        }
    }

    private void taken(Listing listing, ReflectorSignal.Page last, boolean newEpoch, Instant now) {
        swap(listing.staged(), last.resourceVersion(), newEpoch, now);
        state = watching(now);
    }

    private void swap(Collection<KubeObject> objects, long newVersion, boolean newEpoch, Instant now) {
        sink.replace(objects, newVersion, newEpoch);
        version = newVersion;
        if (newEpoch) {
            tally.epochBegins();
        }
        if (!synced) {
            // Later only an event resets it: a watch that always fails must not cost a LIST every few seconds.
            backoff.reset();
        }
        synced = true;
        waitedFor = Optional.empty();
        listings.done();
        skippedChange = false;
        tally.synced(now);
        deniedBackoff.reset();
    }

    /// One unpaged LIST on a new connection, since neither pages nor the current connection make progress.
    private void stuck(Instant now) {
        tally.stuck();
        waitFor(backoff.next(now), listing(ListTier.CURRENT_WHOLE), ReflectorPhase.BACKING_OFF, now);
    }

    // ---- watching

    private Watching watching(Instant now) {
        return new Watching(times.timeout(), version, false, now, now, 0);
    }

    /// State after a watch: the next watch, unless this one left something unread.
    private ReflectorState resumed(Instant now) {
        return skippedChange ? listing(ListTier.CURRENT) : watching(now);
    }

    private void onOpened(Instant now) {
        waitedFor = Optional.empty();
        switch (state) {
            case InitialStream s -> state = new InitialStream(s.timeout(), true, now, now, s.staged());
            case Watching w -> state = new Watching(w.timeout(), version, true, now, now, 0);
            case Listing _, Waiting _, Stopped _ -> {}
        }
    }

    private void onApplied(KubeObject object, Instant now) {
        switch (state) {
            case InitialStream s -> staged(s, s.staged().applied(object), now);
            case Watching w -> {
                if (isNews(object)) {
                    sink.apply(object);
                }
                progress(w, object.resourceVersion(), now);
            }
            case Listing _, Waiting _, Stopped _ -> {}
        }
    }

    private void staged(InitialStream stream, InitialEvents.News news, Instant now) {
        switch (news) {
            case OBJECT -> state = stream.heard(now);
            case CHANGE -> {
                // Not a sign of progress of the initial events, since changes may arrive forever.
            }
            case NONE -> tally.duplicate();
        }
    }

    private void onDeleted(KubeObject last, Instant now) {
        switch (state) {
            case InitialStream s -> staged(s, s.staged().deleted(last), now);
            case Watching w -> {
                if (isNews(last)) {
                    sink.delete(last);
                }
                progress(w, last.resourceVersion(), now);
            }
            case Listing _, Waiting _, Stopped _ -> {}
        }
    }

    private void onBookmark(ReflectorSignal.Bookmark bookmark, Instant now) {
        switch (state) {
            case InitialStream s
            when bookmark.initialEventsEnd() -> {
                boolean skipped = skippedChange;
                swap(s.staged().objects(), bookmark.resourceVersion(), false, now);
                skippedChange = skipped;
                state = new Watching(s.timeout(), version, true, now, now, 1);
            }
            case Watching w when Long.compareUnsigned(bookmark.resourceVersion(), w.from()) < 0 -> expired(now);
            case Watching w -> {
                sink.bookmark(bookmark.resourceVersion());
                progress(w, bookmark.resourceVersion(), now);
            }
            case InitialStream _, Listing _, Waiting _, Stopped _ -> {}
        }
    }

    /// An event at or before the current version was delivered twice; applied again it could revive a
    /// deleted object.
    private boolean isNews(KubeObject object) {
        boolean news = Long.compareUnsigned(object.resourceVersion(), version) > 0;
        if (!news) {
            tally.duplicate();
        }
        return news;
    }

    private void progress(Watching watch, long newVersion, Instant now) {
        if (Long.compareUnsigned(newVersion, version) > 0) {
            version = newVersion;
        }
        refused.heard();
        tally.progress();
        health.heard();
        backoff.reset();
        state = watch.heard(now);
    }

    private void onEnded(Instant now) {
        switch (state) {
            case InitialStream _ -> giveUpWatchList();
            case Watching w -> {
                switch (health.ended(w, now)) {
                    case GOES_ON -> state = resumed(now);
                    case SLOW_DOWN -> waitFor(WatchHealth.BRIEF, resumed(now), ReflectorPhase.BACKING_OFF, now);
                    case REFUSED -> expired(now);
                }
            }
            case Listing _, Waiting _, Stopped _ -> {}
        }
    }

    private void onDeadline(Instant now) {
        switch (state) {
            case InitialStream _ -> giveUpWatchList();
            case Watching w -> state = health.fellSilent(w) ? listing(ListTier.NOT_OLDER_THAN) : resumed(now);
            case Listing _, Waiting _, Stopped _ -> {}
        }
    }

    /// 410: the server no longer knows the version that was watched from.
    private void expired(Instant now) {
        tally.expired();
        if (refused.refuse(version)) {
            stuck(now);
        } else {
            state = listing(ListTier.CURRENT);
        }
    }

    /// Permanently: WatchList is for the first state only.
    private void giveUpWatchList() {
        tally.watchListGivenUp();
        state = listing(ListTier.CURRENT);
    }

    // ---- failures

    private void onFailed(RequestFailure failure, Instant now) {
        switch (failure) {
            case RequestFailure.Throttled throttled -> {
                Duration wait = backoff.next(now);
                Duration asked = Collections.min(
                        List.of(throttled.retryAfter(), config.refusals().longest()));
                waitFor(Collections.max(List.of(asked, wait)), again(now), ReflectorPhase.BACKING_OFF, now);
            }
            case RequestFailure.Forbidden _ -> waitFor(deniedBackoff.next(now), again(now), ReflectorPhase.DENIED, now);
            case RequestFailure.NotServed _ ->
                waitFor(deniedBackoff.next(now), again(now), ReflectorPhase.NOT_SERVED, now);
            case RequestFailure.Unauthorized _, RequestFailure.NoCredentials _ ->
                waitFor(backoff.next(now), again(now), ReflectorPhase.BACKING_OFF, now);
            case RequestFailure.Defect _ -> state = new Stopped();
            case RequestFailure.Expired _,
                    RequestFailure.TooLarge _,
                    RequestFailure.TimedOut _,
                    RequestFailure.Transient _,
                    RequestFailure.Rejected _ -> {
                switch (state) {
                    case Listing listing -> state = listings.failed(listing, failure, version, now);
                    case InitialStream _ -> giveUpWatchList();
                    case Watching _ -> watchFailed(failure, now);
                    case Waiting _, Stopped _ -> {}
                }
            }
        }
    }

    private void watchFailed(RequestFailure failure, Instant now) {
        switch (failure) {
            case RequestFailure.Expired _ -> expired(now);
            case RequestFailure.TooLarge _ -> state = listings.tooLarge(version, now);
            case RequestFailure.TimedOut _, RequestFailure.Transient _, RequestFailure.Rejected _ -> {
                ReflectorState next = health.failed() ? listing(ListTier.NOT_OLDER_THAN) : resumed(now);
                waitFor(backoff.next(now), next, ReflectorPhase.BACKING_OFF, now);
            }
            case RequestFailure.Throttled _,
                    RequestFailure.Forbidden _,
                    RequestFailure.NotServed _,
                    RequestFailure.Unauthorized _,
                    RequestFailure.NoCredentials _,
                    RequestFailure.Defect _ -> {}
        }
    }

    /// The state in which the same request is repeated.
    private ReflectorState again(Instant now) {
        return switch (state) {
            case Listing listing -> listing.with(listing.request());
            case InitialStream _ -> firstState(now);
            case Watching _ -> watching(now);
            case Waiting waiting -> waiting.next();
            case Stopped stopped -> stopped;
        };
    }

    private void waitFor(Duration wait, ReflectorState next, ReflectorPhase reason, Instant now) {
        state = new Waiting(now.plus(wait), next, reason);
    }

    /// One bad object is skipped; a second one at the same version means that the stream itself may be damaged.
    private void onUndecodable(Instant now) {
        skippedChange |= state instanceof Watching || state instanceof InitialStream;
        if (!(state instanceof Watching)) {
            return;
        }
        if (undecodableAt == version) {
            undecodableAt = -1;
            waitFor(backoff.next(now), listing(ListTier.CURRENT), ReflectorPhase.BACKING_OFF, now);
        } else {
            undecodableAt = version;
        }
    }

    /// Discovery confirms that the resource is gone, so its objects are too. If it comes back, it is listed:
    /// a watch from the old version would not deliver the objects that exist by then.
    private void onRemoved() {
        if (synced) {
            sink.replace(List.of(), version, false);
            listInsteadOfWatching();
        }
    }

    /// A LIST that is in progress or waiting continues, since the server may have asked for the wait.
    private void listInsteadOfWatching() {
        switch (state) {
            case Watching _ -> state = listing(ListTier.CURRENT);
            case Waiting(Instant until, Watching _, ReflectorPhase reason) ->
                state = new Waiting(until, listing(ListTier.CURRENT), reason);
            case Waiting _, Listing _, InitialStream _, Stopped _ -> {}
        }
    }

    private ReflectorPhase phase() {
        return switch (state) {
            case Listing _ -> ReflectorPhase.LISTING;
            case InitialStream _ -> ReflectorPhase.STREAMING_INITIAL_EVENTS;
            case Watching _ -> waitedFor.orElse(ReflectorPhase.WATCHING);
            case Waiting waiting -> waiting.reason();
            case Stopped _ -> ReflectorPhase.STOPPED;
        };
    }
}
