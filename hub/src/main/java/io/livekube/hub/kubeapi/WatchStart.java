package io.livekube.hub.kubeapi;

import io.livekube.core.store.Snapshot;
import io.livekube.hub.history.CatchUp;
import io.livekube.hub.history.ChangeLog;
import io.livekube.hub.history.Differences;
import io.livekube.hub.history.LogEntry;
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
import java.util.function.Supplier;

/// Finds where a watch begins, so that nothing is missed between what its client knows and what it is told.
///
/// A version that the mirror gave out is a place in its log. One of a list that was fetched past it, or that
/// the API server gave out itself, may lie ahead of the log, or within a step of it, which says what became
/// of each object since the state before and nothing of what was in between. Who has such a list from us is
/// told the difference from it once the mirror has come there, what is gone first. Who has the version from the API
/// server is told
/// what the log has after it: all but the end of an object that came before it and went within the same step.
final class WatchStart {
    private final Reads reads;
    private final Differences differences = new Differences(CatchUp::between);

    WatchStart(Reads reads) {
        this.reads = reads;
    }

    /// Where a watch begins, or why it does not.
    sealed interface Beginning {
        /// It begins there.
        ///
        /// @param onceReached where it goes on once the log has come to what the client knows; empty if it
        /// is there already
        record At(Resumption from, Optional<Supplier<Optional<Resumption>>> onceReached) implements Beginning {
            private static At now(Resumption from) {
                return new At(from, Optional.empty());
            }
        }

        /// The client has missed something, or knows another cluster.
        record Expired() implements Beginning {}

        /// The mirror does not come to the version.
        record TooLarge(HttpProblem why) implements Beginning {}
    }

    /// @param by who watches, as "from 127.0.0.1"
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
        Optional<Snapshot> list = reads.given(known, wanted.cluster(), wanted.target());
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

    /// With what there is now, or at a version, and then from there on.
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
        Snapshot state = usable ? view.state() : kind.store().snapshot(); // which is no older than what was fetched
        OptionalLong position = kind.log().positionAfter(state.resourceVersion());
        return position.isPresent()
                ? Beginning.At.now(new Resumption(
                        position.getAsLong(), state.resourceVersion(), Optional.of(objects(state, wanted))))
                : new Beginning.Expired();
    }

    private static Iterator<WatchEvent> objects(Snapshot state, WatchEndpoint.Wanted wanted) {
        return (wanted.namespace().isEmpty() ? state.list() : state.list(wanted.namespace()))
                .stream().filter(wanted.matches()).map(WatchEvent::initial).iterator();
    }

    /// For who knows a version that the mirror has not come to.
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

    /// For who knows a version that the log has come to.
    ///
    /// @param list of that version, if one was given past the mirror
    private Optional<Resumption> after(
            KindMirror kind, long known, Optional<Snapshot> list, WatchEndpoint.Wanted wanted, WatchFilter filter) {
        ChangeLog.Standing standing = kind.log().standing(known);
        boolean ofTheLog = list.isEmpty();
        return switch (standing) {
            case BETWEEN, PASSED -> ofTheLog ? inLog(kind, known) : afterList(kind, list.get(), wanted, filter);
            case TOLD -> ofTheLog ? inLog(kind, known) : Optional.empty(); // it may know the one or the other
        };
    }

    private static Optional<Resumption> inLog(KindMirror kind, long known) {
        OptionalLong position = kind.log().positionAfter(known);
        return position.isPresent()
                ? Optional.of(new Resumption(position.getAsLong(), known, Optional.empty()))
                : Optional.empty();
    }

    /// First what differs from the list, then the log.
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

    /// What is gone comes first, at the version of the list: who is cut off resumes from the last version it was
    /// told, and the log takes it for one that knows of everything gone until then.
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
