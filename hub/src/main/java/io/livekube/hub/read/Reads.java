package io.livekube.hub.read;

import io.livekube.core.store.Snapshot;
import io.livekube.hub.cluster.Cluster;
import io.livekube.hub.cluster.Freshness;
import io.livekube.hub.cluster.KindFreshness;
import io.livekube.hub.control.TaskFailedException;
import io.livekube.hub.instrumentation.HubObserver;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.KindState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The one way to read a cluster's objects.
///
/// Every read keeps the cluster synced, or gets it synced. What is fresh comes from the mirror. What is not
/// is fetched by the agent; where that fails, the last known state is given and marked as what it is. What
/// was never known whole is never given.
///
/// For any number of threads, which may block here for as long as [FetchConfig] says.
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
        this.documents = new ServerDocuments(DocumentConfig.defaults(), config, clock);
    }

    /// What API servers say of themselves.
    public ServerDocuments documents() {
        return documents;
    }

    /// Whether reads of the Kubernetes API that name no version are strict.
    public boolean strictByDefault() {
        return config.strict().always();
    }

    /// Reads.
    ///
    /// @param strict that the state must be as new as the API server's at the moment of the call
    /// @param by who reads, as "from 127.0.0.1"
    /// @throws ReadFailedException if there is nothing to give that would be true
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
                cluster.read(by); // the kind counts once it is known to exist
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

    /// The same, but only what can be given at once: fresh, from the mirror, by a thread that must not
    /// wait. By itself it is no activity, since who looks may find no answer in it: [#given] is.
    ///
    /// @return empty if it takes more than that
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

    /// What [#viewNow] gave is the answer to a read.
    ///
    /// @param took from the read to the view
    public void given(ReadResult view, Cluster cluster, ReadTarget target, String by, Duration took) {
        cluster.read(target.resource(), by);
        observer.read(
                cluster.id(),
                view.provenance().source().toString(),
                view.provenance().freshness().state().toString(),
                took);
    }

    /// What came of waiting for a version.
    ///
    /// @param view no older than the version if that came, else what there is
    /// @param upstream whether the API server has come to the version, as far as that was asked
    public record Awaited(ReadResult view, Upstream upstream) {}

    /// The same, no older than a version if that comes within [ListConfig#versionWait], which is waited for
    /// once.
    public Awaited viewSince(long version, Cluster cluster, ReadTarget target, boolean strict, String by)
            throws ReadFailedException, InterruptedException {
        ReadResult first = view(cluster, target, strict, by);
        if (reaches(first, version)) {
            return new Awaited(first, Upstream.YES);
        }
        Optional<KindMirror> kind = cluster.mirror().kind(target.resource());
        if (first.provenance().source() == Provenance.Source.FETCH) {
            ReadResult again = view(cluster, target, true, by); // what was fetched may be a moment old
            return new Awaited(again, reaches(again, version) ? Upstream.YES : ask(version, cluster, kind));
        }
        boolean reached = kind.isPresent() && kind.get().store().awaitVersion(version, lists.versionWait());
        if (reached) {
            return new Awaited(view(cluster, target, strict, by), Upstream.YES);
        }
        // Of a kind in which nothing happens the mirror learns the API server's version about once a minute.
        Upstream upstream = ask(version, cluster, kind);
        return new Awaited(upstream == Upstream.YES ? view(cluster, target, true, by) : first, upstream);
    }

    private static boolean reaches(ReadResult view, long version) {
        return Long.compareUnsigned(view.version(), version) >= 0;
    }

    /// Whether the API server has come to a version.
    public enum Upstream {
        YES,
        /// It is of another cluster, or was never given out.
        NO,
        /// Nobody could be asked.
        UNKNOWN
    }

    /// Asks whether there is a version that the mirror has not come to. Where nobody can be asked the
    /// mirror is given [ListConfig#versionWait] to come to it.
    public Upstream upstreamHas(long version, Cluster cluster, KindMirror kind) throws InterruptedException {
        Upstream said = ask(version, cluster, Optional.of(kind));
        return said == Upstream.UNKNOWN && kind.store().awaitVersion(version, lists.versionWait())
                ? Upstream.YES
                : said;
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
                    "{}: the version of {} is not known: {}",
                    cluster.id(),
                    kind.get().resource(),
                    e.reason());
            return Upstream.UNKNOWN;
        }
    }

    /// The mirror of a kind once it is there; empty if that takes longer than [FetchConfig#patience].
    ///
    /// @throws ReadFailedException if it can't be, because nobody may read it or there is no such kind
    public Optional<KindMirror> awaitSynced(Cluster cluster, ReadTarget target, String by)
            throws ReadFailedException, InterruptedException {
        Optional<KindMirror> kind = synced(cluster, target);
        if (kind.isPresent()) {
            return kind;
        }
        var _ = view(cluster, target, false, by); // which says what is wrong, if anything is
        long end = System.nanoTime() + config.patience().toNanos();
        while (kind.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(SYNC_POLL); // a kind that is not there yet has nothing to wait on
            kind = synced(cluster, target);
        }
        return kind;
    }

    private static Optional<KindMirror> synced(Cluster cluster, ReadTarget target) {
        return cluster.mirror().kind(target.resource()).filter(KindMirror::synced);
    }

    /// A state that was kept with [#keep], or that the log of the kind still leads back to; empty if there
    /// is none of the version, or no longer.
    ///
    /// It is activity as any read is.
    public Optional<ReadResult> past(long version, Cluster cluster, ReadTarget target, String by) {
        cluster.read(target.resource(), by);
        return kept.find(cluster, target, version, clock.instant())
                .or(() -> synced(cluster, target)
                        .flatMap(kind -> kind.at(version).map(state -> past(cluster, kind, state, version))));
    }

    /// A state that was the present one until another came.
    private ReadResult past(Cluster cluster, KindMirror kind, Snapshot state, long version) {
        ReadResult view = held(cluster, kind, state, "");
        return kind.log()
                .outdated(version)
                .map(at -> view.later(Duration.between(at, clock.instant())))
                .orElse(view);
    }

    /// A state that was given to somebody past the mirror, and kept: one that no log leads back to.
    public Optional<Snapshot> given(long version, Cluster cluster, ReadTarget target) {
        return kept.find(cluster, target, version, clock.instant())
                .filter(view -> view.provenance().source() == Provenance.Source.FETCH)
                .map(ReadResult::state);
    }

    /// Keeps a list's state, so that more pages can be cut from it, or a watch can go on from it.
    public void keep(Cluster cluster, ReadTarget target, ReadResult view) {
        kept.keep(cluster, target, view, clock.instant());
    }

    /// Lets go of what is kept for long enough; to be called from time to time.
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
        KindState said = kind.map(known -> known.status().state()).orElse(KindState.SYNCING);
        boolean synced = kind.filter(KindMirror::synced).isPresent();
        Freshness freshness = KindFreshness.of(cluster, target.resource(), clock.instant());
        return switch (ReadPlan.of(synced, said, freshness.state(), strict)) {
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
            return fetched(cluster, fetches.lately(cluster, target));
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
            return fetched(cluster, fetches.lately(cluster, target));
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

    /// Whether the mirror gets to the version that the API server has after a moment.
    private boolean reaches(Cluster cluster, KindMirror kind, FallbackFetch.Moment moment) throws InterruptedException {
        if (!fresh(cluster, kind)) {
            return false;
        }
        try {
            long version = fetches.versionAfter(moment, cluster, kind.resource(), config.patience());
            return kind.store().awaitVersion(version, config.strict().mirrorWait()) && fresh(cluster, kind);
        } catch (TaskFailedException e) {
            LOG.debug("{}: the version of {} is not known: {}", cluster.id(), kind.resource(), e.reason());
            return false; // the fetch that follows tells the reader why
        }
    }

    /// Whether that is what the API server says to the question, and not that it could not be asked.
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
        Optional<ClusterMirror.Contact> contact = cluster.mirror().contact();
        Freshness freshness = KindFreshness.of(cluster, kind, clock.instant());
        Provenance provenance = new Provenance(
                freshness, Provenance.Source.MIRROR, contact, kind.status().cause());
        return new ReadResult(kind.kind(), state, why.isEmpty() ? provenance : provenance.because(why));
    }

    private ReadResult fetched(Cluster cluster, FetchedList list) {
        Instant now = clock.instant();
        String cause = list.skipped() == 0
                ? ""
                : "%,d object%s can't be decoded and %s left out"
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
