package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.DifferenceCache;
import io.livekube.hub.history.LogEntry;
import io.livekube.hub.history.StateDifference;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.hub.read.Provenance;
import io.livekube.hub.read.ReadFailedException;
import io.livekube.hub.read.ReadResult;
import io.livekube.hub.read.Reads;
import io.livekube.hub.transport.HttpProblem;
import io.livekube.hub.watch.Resumption;
import io.livekube.hub.watch.WatchEvent;
import io.livekube.hub.watch.WatchFilter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Determines where a watch starts, so that nothing is missed between the client's state and the first event.
///
/// A version that the mirror returned is a position in its change log. The version of a list that was fetched
/// from the API server, or that the client got from the API server itself, may be ahead of the log or within
/// one of its steps; a step contains only the last change of each object. A client that got such a list from
/// the hub receives the difference from it once the mirror has reached that version, deletions first. A client
/// that got the version from the API server receives what the log has after it: everything except the deletion
/// of an object that was created before that version and deleted within the same step.
final class WatchStart {
    private static final int YIELD_EACH = 200;

    private final Reads reads;
    private final DifferenceCache differences = new DifferenceCache(StateDifference::between);

    WatchStart(Reads reads) {
        this.reads = reads;
    }

    /// Where a watch starts, or why it can't.
    sealed interface Beginning {
        /// The watch starts here.
        ///
        /// @param resume where the watch continues once the log has reached the client's version; empty if it
        /// already has
        record At(Resumption from, Optional<Supplier<Optional<Resumption>>> resume) implements Beginning {
            private static At now(Resumption from) {
                return new At(from, Optional.empty());
            }
        }

        /// The client has missed events, or its version belongs to another cluster.
        record Expired() implements Beginning {}

        /// The mirror did not reach the version in time.
        record TooLarge(HttpProblem why) implements Beginning {}
    }

    /// @param by address of the client, for example "from 127.0.0.1"
    Beginning of(KindMirror kind, WatchQuery request, WatchEndpoint.Wanted wanted, WatchFilter filter, String by)
            throws InterruptedException, ReadFailedException {
        if (request.initialEvents()) {
            return withState(kind, request, wanted, filter, by);
        }
        if (request.version().isEmpty()) {
            return after(kind, kind.log().version(), Optional.empty(), wanted, filter)
                    .<Beginning>map(Beginning.At::now)
                    .orElseGet(Beginning.Expired::new);
        }
        long known = request.version().getAsLong();
        Optional<Snapshot> list = reads.fetchedState(known, wanted.cluster(), wanted.target());
        if (!isAhead(kind, known)) {
            return after(kind, known, list, wanted, filter)
                    .<Beginning>map(Beginning.At::now)
                    .orElseGet(Beginning.Expired::new);
        }
        return switch (reads.upstreamHas(known, wanted.cluster(), kind)) {
            case YES -> ahead(kind, known, Optional.empty(), list, wanted, filter);
            case NO -> new Beginning.Expired();
            case UNKNOWN -> throw VersionMatch.tooLarge(known, kind.store().resourceVersion());
        };
    }

    private static boolean isAhead(KindMirror kind, long known) {
        return Long.compareUnsigned(known, kind.log().version()) > 0;
    }

    /// Starts with the current state, or one that is not older than a version, and continues from there.
    private Beginning withState(
            KindMirror kind, WatchQuery request, WatchEndpoint.Wanted wanted, WatchFilter filter, String by)
            throws InterruptedException, ReadFailedException {
        ReadResult view;
        if (request.version().isPresent()) {
            long known = request.version().getAsLong();
            view = reads.viewSince(known, wanted.cluster(), wanted.target(), false, by)
                    .view();
            if (Long.compareUnsigned(view.version(), known) < 0) {
                return new Beginning.TooLarge(VersionMatch.tooLarge(known, view.version()));
            }
        } else {
            boolean strict = request.latest() && reads.strictByDefault();
            view = reads.view(wanted.cluster(), wanted.target(), strict, by);
        }
        boolean fetched = view.provenance().source() == Provenance.Source.FETCH;
        if (fetched && isAhead(kind, view.version())) {
            var objects = Optional.of(objects(view.state(), wanted));
            return ahead(kind, view.version(), objects, Optional.of(view.state()), wanted, filter);
        }
        boolean usable = !fetched && kind.log().positionAfter(view.version()).isPresent();
        Snapshot state = usable ? view.state() : kind.store().snapshot(); // at least as recent as the fetched list
        OptionalLong position = kind.log().positionAfter(state.resourceVersion());
        return position.isPresent()
                ? Beginning.At.now(new Resumption(
                        position.getAsLong(), state.resourceVersion(), Optional.of(objects(state, wanted))))
                : new Beginning.Expired();
    }

    private static Iterator<WatchEvent> objects(Snapshot state, WatchEndpoint.Wanted wanted) {
        List<KubeObject> all = wanted.namespace().isEmpty() ? state.list() : state.list(wanted.namespace());
        return all.stream()
                .filter(yielding(wanted.matches()))
                .map(WatchEvent::initial)
                .iterator();
    }

    /// Yields now and then: evaluating field selectors unpacks objects, and there may be many between two
    /// matches.
    @SuppressWarnings("ThreadPriorityCheck") // virtual threads are not preempted
    private static <T> Predicate<T> yielding(Predicate<T> matches) {
        var looked = new AtomicInteger();
        return object -> {
            if (looked.incrementAndGet() % YIELD_EACH == 0) {
                Thread.yield();
            }
            return matches.test(object);
        };
    }

    /// Starts for a client whose version the mirror has not reached.
    private Beginning ahead(
            KindMirror kind,
            long known,
            Optional<Iterator<WatchEvent>> initial,
            Optional<Snapshot> list,
            WatchEndpoint.Wanted wanted,
            WatchFilter filter) {
        OptionalLong position = kind.log().positionAfter(known);
        return position.isPresent()
                ? new Beginning.At(
                        new Resumption(position.getAsLong(), known, initial),
                        Optional.of(() -> list.isPresent()
                                ? afterList(kind, list.get(), wanted, filter)
                                : after(kind, known, list, wanted, filter)))
                : new Beginning.Expired();
    }

    /// Continues for a client whose version the log has reached.
    ///
    /// @param list the list at that version, if the client has one that was fetched from the API server
    private Optional<Resumption> after(
            KindMirror kind, long known, Optional<Snapshot> list, WatchEndpoint.Wanted wanted, WatchFilter filter) {
        ChangeLog.Placement placement = kind.log().placement(known);
        boolean ofTheLog = list.isEmpty();
        return switch (placement) {
            case BOUNDARY, SKIPPED -> ofTheLog ? inLog(kind, known) : afterList(kind, list.get(), wanted, filter);
            case EVENT -> ofTheLog ? inLog(kind, known) : Optional.empty(); // the client may have either state
        };
    }

    private static Optional<Resumption> inLog(KindMirror kind, long known) {
        OptionalLong position = kind.log().positionAfter(known);
        return position.isPresent()
                ? Optional.of(new Resumption(position.getAsLong(), known, Optional.empty()))
                : Optional.empty();
    }

    /// Continues with the difference from a list, then with the log.
    private Optional<Resumption> afterList(
            KindMirror kind, Snapshot list, WatchEndpoint.Wanted wanted, WatchFilter filter) {
        Snapshot present = kind.store().snapshot();
        OptionalLong position = kind.log().positionAfter(present.resourceVersion());
        if (position.isEmpty()) {
            return Optional.empty();
        }
        return differences
                .of(list, present, wanted.namespace())
                .entries()
                .map(missed -> events(missed, list.resourceVersion(), filter))
                .map(events -> new Resumption(position.getAsLong(), present.resourceVersion(), Optional.of(events)));
    }

    /// Deletions come first, at the version of the list: a client that is disconnected resumes from the last
    /// version it received, and the log assumes that it has seen all deletions up to there.
    private static Iterator<WatchEvent> events(List<LogEntry> missed, long listed, WatchFilter filter) {
        List<WatchEvent> gone = new ArrayList<>();
        List<WatchEvent> there = new ArrayList<>();
        for (LogEntry entry : missed) {
            filter.apply(entry).ifPresent(event -> {
                if (event.type() == LogEntry.Type.DELETED) {
                    gone.add(new WatchEvent(event.type(), event.object(), listed));
                } else {
                    there.add(event);
                }
            });
        }
        gone.addAll(there);
        return gone.iterator();
    }
}
