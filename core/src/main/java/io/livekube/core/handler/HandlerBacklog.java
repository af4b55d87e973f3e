package io.livekube.core.handler;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Change;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// Pending calls of one handler, in order: the objects that existed when it was added, then changes, and
/// periodically all objects again.
///
/// A resync does not wait for an empty backlog, which a slow handler never has: it gets at least every
/// [#CHANGES_TO_A_TURN]th turn. It skips objects with a pending change, which will be delivered anyway, and the
/// next resync begins after the previous one is complete. So a resync only repeats objects that the handler
/// already knows.
///
/// Has no lock or clock of its own: the caller holds the lock under which the store is written.
final class HandlerBacklog {
    private static final int CHANGES_TO_A_TURN = 4;

    /// One turn of the handler.
    sealed interface Delivery {
        /// A change.
        sealed interface News extends Delivery {}

        /// An object of the first state of the cache, or of the handler.
        record Present(KubeObject object) implements News {}

        record Changed(List<Change> changes) implements News {}

        /// An object that a resync repeats.
        record Again(KubeObject object) implements Delivery {}
    }

    private final Store store;
    private final Optional<Duration> period;
    private final Iterator<KubeObject> replay;
    private final PendingChanges pending = new PendingChanges();
    private int replayLeft;
    private Iterator<KubeObject> resync = List.<KubeObject>of().iterator();
    private long nextResync;
    private int changesSinceTurn;
    private long resyncs;

    /// @param now in nanoseconds, from any origin
    HandlerBacklog(Store store, Optional<Duration> resync, long now) {
        this.store = store;
        this.period = resync;
        Snapshot present = store.snapshot();
        this.replay = present.list().iterator();
        this.replayLeft = present.size();
        this.nextResync = now + resync.map(Duration::toNanos).orElse(0L);
    }

    /// @param initial whether they are part of the first complete state
    void offer(List<Change> changes, boolean initial) {
        changes.forEach(change -> pending.offer(change, initial));
    }

    /// The next turn, if any.
    Optional<Delivery> next(long now) {
        if (replay.hasNext()) {
            replayLeft--;
            return Optional.of(new Delivery.Present(replay.next()));
        }
        if (untilResync(now) <= 0 && !resync.hasNext()) {
            beginResync(now);
        }
        if (pending.size() == 0 || changesSinceTurn >= CHANGES_TO_A_TURN) {
            Optional<KubeObject> again = nextOfResync();
            changesSinceTurn = 0;
            if (again.isPresent()) {
                return again.map(Delivery.Again::new);
            }
        }
        Optional<Delivery> news = pending.poll();
        changesSinceTurn += news.isPresent() ? 1 : 0;
        return news;
    }

    /// Nanoseconds until the next resync.
    long untilResync(long now) {
        return period.isEmpty() ? Long.MAX_VALUE : nextResync - now;
    }

    int backlog() {
        return replayLeft + pending.size();
    }

    long coalesced() {
        return pending.coalesced();
    }

    long resyncs() {
        return resyncs;
    }

    private void beginResync(long now) {
        nextResync = now + period.map(Duration::toNanos).orElseThrow();
        resyncs++;
        resync = store.snapshot().list().iterator();
    }

    private Optional<KubeObject> nextOfResync() {
        while (resync.hasNext()) {
            KubeObject then = resync.next();
            Optional<KubeObject> present = pending.isPending(then.key()) ? Optional.empty() : store.get(then.key());
            if (present.isPresent()) {
                return present;
            }
        }
        return Optional.empty();
    }
}
