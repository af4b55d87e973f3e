package io.livekube.hub.read;

import io.livekube.core.store.Snapshot;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads objects of clusters, from the mirror or through the agent. Thread-safe.
///
/// Every read turns sync on or keeps it on. Fresh state comes from the mirror. If the mirror is not fresh, the
/// agent fetches the state; if that fails, the last known state is returned and marked as such. A state that
/// was never complete is never returned. Methods may block for as long as [FetchConfig] allows.
public final class Reads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reads.class);

    private static final Duration SYNC_POLL = Duration.ofMillis(20);

    private final FetchConfig config;
    private final ListConfig lists;
    private final InstantSource clock;
    private final FallbackFetch fetches;
    private final ReadFailures failures;
    private final RetainedStates kept;
    private final ServerDocuments documents;
    private final HubObserver observer;

    public Reads(FetchConfig config, ListConfig lists, HubObserver observer, InstantSource clock) {
        this.config = config;
        this.lists = lists;
        this.observer = observer;
        this.clock = clock;
        this.fetches = new FallbackFetch(config, clock);
        this.failures = new ReadFailures(clock);
        this.kept = new RetainedStates(lists);
        this.documents = new ServerDocuments(config, clock);
    }

    /// OpenAPI and other documents of the API servers.
    public ServerDocuments documents() {
        return documents;
    }

    /// Whether Kubernetes reads without a version are strict.
    public boolean strictByDefault() {
        return config.strict().always();
    }

    /// Reads a list or an object.
    ///
    /// @param strict whether the state must be at least as recent as the call
    /// @param by the client, for example "from 127.0.0.1"
    /// @throws ReadFailedException if no truthful answer is possible
    public ReadResult view(Cluster cluster, ReadTarget target, boolean strict, String by)
            throws ReadFailedException, InterruptedException {
        long began = System.nanoTime();
        String source = "none";
        String state = "unknown";
        try {
            boolean known = FallbackFetch.known(cluster, target.resource()).isPresent();
            if (known) {
                cluster.read(target.resource(), by);
            } else {
                cluster.read(by); // the kind is counted once it is known to exist
            }
            ReadResult view = find(cluster, target, strict);
            if (!known) {
                cluster.read(target.resource(), by);
            }
            source = view.provenance().source().toString();
            state = view.provenance().freshness().state().toString();
            return view;
        } finally {
            observer.read(cluster.id(), source, state, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    /// The result, if available without blocking: fresh, from the mirror. Does not count as activity, because
    /// the caller may not be able to use it; call [#recordRead] if it does.
    ///
    /// @return empty if the read would block
    public Optional<ReadResult> viewNow(Cluster cluster, ReadTarget target) {
        Optional<KindMirror> kind = synced(cluster, target);
        if (kind.isEmpty()
                || kind.get().status().state() == KindState.NOT_SERVED
                || failures.misplaced(cluster, target, kind.get().kind()).isPresent()) {
            return Optional.empty();
        }
        ReadResult view = held(cluster, kind.get(), "");
        return view.provenance().freshness().state() == Freshness.State.FRESH ? Optional.of(view) : Optional.empty();
    }

    /// Records that a result of [#viewNow] was used to answer a read.
    ///
    /// @param took time from the start of the read to the result
    public void recordRead(ReadResult view, Cluster cluster, ReadTarget target, String by, Duration took) {
        cluster.read(target.resource(), by);
        observer.read(
                cluster.id(),
                view.provenance().source().toString(),
                view.provenance().freshness().state().toString(),
                took);
    }

    /// Result of waiting for a version.
    ///
    /// @param view at least as recent as the version if it was reached, otherwise the latest state
    /// @param upstream whether the API server has reached the version, as far as known
    public record Awaited(ReadResult view, Upstream upstream) {}

    /// Reads a state that is at least as recent as a version, if one becomes available within
    /// [ListConfig#versionWait].
    public Awaited viewSince(long version, Cluster cluster, ReadTarget target, boolean strict, String by)
            throws ReadFailedException, InterruptedException {
        ReadResult first = view(cluster, target, strict, by);
        if (reaches(first, version)) {
            return new Awaited(first, Upstream.YES);
        }
        Optional<KindMirror> kind = cluster.mirror().kind(target.resource());
        if (first.provenance().source() == Provenance.Source.FETCH) {
            ReadResult again = view(cluster, target, true, by); // the fetched list may be slightly out of date
            return new Awaited(again, reaches(again, version) ? Upstream.YES : ask(version, cluster, kind));
        }
        boolean reached = kind.isPresent() && kind.get().store().awaitVersion(version, lists.versionWait());
        if (reached) {
            return new Awaited(view(cluster, target, strict, by), Upstream.YES);
        }
        // Without changes to a kind, the mirror learns the API server's version only about once per minute.
        Upstream upstream = ask(version, cluster, kind);
        return new Awaited(upstream == Upstream.YES ? view(cluster, target, true, by) : first, upstream);
    }

    private static boolean reaches(ReadResult view, long version) {
        return Long.compareUnsigned(view.version(), version) >= 0;
    }

    /// Whether the API server has reached a version.
    public enum Upstream {
        YES,
        /// The version belongs to another cluster, or was never issued.
        NO,
        /// The API server could not be asked.
        UNKNOWN
    }

    /// Asks the API server whether it has reached a version that the mirror has not. If the API server can't be
    /// asked, waits up to [ListConfig#versionWait] for the mirror to reach the version.
    public Upstream upstreamHas(long version, Cluster cluster, KindMirror kind) throws InterruptedException {
        Upstream upstream = ask(version, cluster, Optional.of(kind));
        return upstream == Upstream.UNKNOWN && kind.store().awaitVersion(version, lists.versionWait())
                ? Upstream.YES
                : upstream;
    }

    private Upstream ask(long version, Cluster cluster, Optional<KindMirror> kind) throws InterruptedException {
        if (kind.isEmpty()) {
            return Upstream.UNKNOWN;
        }
        try {
            long there =
                    fetches.versionAfter(fetches.moment(), cluster, kind.get().resource(), lists.versionWait());
            return Long.compareUnsigned(there, version) >= 0 ? Upstream.YES : Upstream.NO;
        } catch (TaskFailedException e) {
            LOG.debug(
                    "{}: the version of {} is unknown: {}",
                    cluster.id(),
                    kind.get().resource(),
                    e.reason());
            return Upstream.UNKNOWN;
        }
    }

    /// The mirror of a kind once it is synced; empty if that takes longer than [FetchConfig#patience].
    ///
    /// @throws ReadFailedException if the kind can't be synced because it is forbidden or does not exist
    public Optional<KindMirror> awaitSynced(Cluster cluster, ReadTarget target, String by)
            throws ReadFailedException, InterruptedException {
        Optional<KindMirror> kind = synced(cluster, target);
        if (kind.isPresent()) {
            return kind;
        }
        var _ = view(cluster, target, false, by); // throws if something is wrong
        long end = System.nanoTime() + config.patience().toNanos();
        while (kind.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(SYNC_POLL); // a kind that is not mirrored yet offers nothing to wait on
            kind = synced(cluster, target);
        }
        return kind;
    }

    private static Optional<KindMirror> synced(Cluster cluster, ReadTarget target) {
        return cluster.mirror().kind(target.resource()).filter(KindMirror::synced);
    }

    /// A state retained with [#keep] or reconstructed from the kind's log; empty if the version is not
    /// available, or no longer. Counts as activity.
    public Optional<ReadResult> past(long version, Cluster cluster, ReadTarget target, String by) {
        cluster.read(target.resource(), by);
        return kept.find(cluster, target, version, clock.instant())
                .or(() -> synced(cluster, target)
                        .flatMap(kind -> kind.at(version).map(state -> past(cluster, kind, state, version))));
    }

    /// A past state of the mirror.
    private ReadResult past(Cluster cluster, KindMirror kind, Snapshot state, long version) {
        ReadResult view = held(cluster, kind, state, "");
        return kind.log()
                .outdated(version)
                .map(at -> view.later(Duration.between(at, clock.instant())))
                .orElse(view);
    }

    /// A retained state that was fetched, and so is not in any log.
    public Optional<Snapshot> fetchedState(long version, Cluster cluster, ReadTarget target) {
        return kept.find(cluster, target, version, clock.instant())
                .filter(view -> view.provenance().source() == Provenance.Source.FETCH)
                .map(ReadResult::state);
    }

    /// Retains a list's state for further pages, or for a watch that continues from it.
    public void keep(Cluster cluster, ReadTarget target, ReadResult view) {
        kept.keep(cluster, target, view, clock.instant());
    }

    /// Evicts what has expired; called periodically.
    public void expire() {
        kept.expire(clock.instant());
        documents.expire();
    }

    private ReadResult find(Cluster cluster, ReadTarget target, boolean strict)
            throws ReadFailedException, InterruptedException {
        Optional<ReadFailedException> misplaced = FallbackFetch.known(cluster, target.resource())
                .flatMap(kind -> failures.misplaced(cluster, target, kind));
        if (misplaced.isPresent()) {
            throw misplaced.get();
        }
        Optional<KindMirror> kind = cluster.mirror().kind(target.resource());
        KindState reported = kind.map(known -> known.status().state()).orElse(KindState.SYNCING);
        boolean synced = kind.filter(KindMirror::synced).isPresent();
        Freshness freshness = KindFreshness.of(cluster, target.resource(), clock.instant());
        return switch (ReadPlan.of(synced, reported, freshness.state(), strict)) {
            case MIRROR -> held(cluster, kind.orElseThrow(), "");
            case STRICT -> strictly(cluster, target, kind.filter(KindMirror::synced));
            case FETCH_OR_LAST_KNOWN -> fetchOrLastKnown(cluster, target, kind.orElseThrow());
            case FETCH_OR_PROGRESS -> fetchOrProgress(cluster, target);
            case FORBIDDEN -> throw failures.forbidden(cluster, target, kind.orElseThrow());
            case NOT_SERVED -> throw failures.notServed(cluster, target, kind.orElseThrow());
        };
    }

    private ReadResult fetchOrLastKnown(Cluster cluster, ReadTarget target, KindMirror kind)
            throws ReadFailedException, InterruptedException {
        try {
            return fetched(cluster, fetches.recent(cluster, target));
        } catch (TaskFailedException e) {
            if (target.single() && e.status() == 404) {
                throw failures.refused(cluster, target, e);
            }
            return held(cluster, kind, ReadFailures.notFetched(e));
        }
    }

    private ReadResult fetchOrProgress(Cluster cluster, ReadTarget target)
            throws ReadFailedException, InterruptedException {
        try {
            return fetched(cluster, fetches.recent(cluster, target));
        } catch (TaskFailedException e) {
            throw answers(e) ? failures.refused(cluster, target, e) : failures.notSynced(cluster, target, e);
        }
    }

    private ReadResult strictly(Cluster cluster, ReadTarget target, Optional<KindMirror> kind)
            throws ReadFailedException, InterruptedException {
        FallbackFetch.Moment moment = fetches.moment();
        long end = System.nanoTime() + config.patience().toNanos();
        try {
            if (kind.isPresent() && reaches(cluster, kind.get(), moment)) {
                return held(cluster, kind.get(), "");
            }
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            return fetched(cluster, fetches.listAfter(moment, cluster, target, left));
        } catch (TaskFailedException e) {
            throw answers(e) ? failures.refused(cluster, target, e) : failures.notPresent(cluster, target, e);
        }
    }

    /// Whether the mirror reaches the API server's version, queried after the given moment.
    private boolean reaches(Cluster cluster, KindMirror kind, FallbackFetch.Moment moment) throws InterruptedException {
        if (!fresh(cluster, kind)) {
            return false;
        }
        try {
            long version = fetches.versionAfter(moment, cluster, kind.resource(), config.patience());
            return kind.store().awaitVersion(version, config.strict().mirrorWait()) && fresh(cluster, kind);
        } catch (TaskFailedException e) {
            LOG.debug("{}: the version of {} is unknown: {}", cluster.id(), kind.resource(), e.reason());
            return false; // the fetch that follows reports the cause
        }
    }

    /// Whether the API server was reached and answered.
    private static boolean answers(TaskFailedException failure) {
        return failure.status() == 403 || failure.status() == 404;
    }

    private boolean fresh(Cluster cluster, KindMirror kind) {
        return KindFreshness.of(cluster, kind, clock.instant()).state() == Freshness.State.FRESH;
    }

    private ReadResult held(Cluster cluster, KindMirror kind, String why) {
        return held(cluster, kind, kind.store().snapshot(), why);
    }

    private ReadResult held(Cluster cluster, KindMirror kind, Snapshot state, String why) {
        Freshness freshness = KindFreshness.of(cluster, kind, clock.instant());
        Provenance provenance =
                Provenance.ofMirror(cluster, freshness, kind.status().cause());
        return new ReadResult(kind.kind(), state, why.isEmpty() ? provenance : provenance.because(why));
    }

    private ReadResult fetched(Cluster cluster, FetchedList list) {
        Instant now = clock.instant();
        String cause = list.skipped() == 0
                ? ""
                : "%,d object%s can't be decoded and %s omitted"
                        .formatted(list.skipped(), list.skipped() == 1 ? "" : "s", list.skipped() == 1 ? "is" : "are");
        return new ReadResult(
                list.kind(),
                list.state(),
                new Provenance(
                        Freshness.at(Optional.of(list.asked()), now),
                        Provenance.Source.FETCH,
                        cluster.mirror().contact(),
                        cause));
    }

    @Override
    public void close() {
        fetches.close();
        documents.close();
    }
}
