package io.livekube.core.handler;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Change;
import io.livekube.core.store.Snapshot;
import io.livekube.core.store.Store;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// What one handler is to be told, in order: the objects that were there when it came, then changes, and in between,
/// every so often, all objects again.
///
/// A resync does not wait until nothing else is left to tell, which for a handler with a lasting backlog would be
/// never: it gets every [#CHANGES_TO_A_TURN]th turn at least. It leaves out objects with a change pending, which are
/// told anew by that change, and the next one begins when the last one is through. So whatever the handler is told
/// again, it knows already.
///
/// Without a lock or clock of its own: the caller holds the one under which the store is written.
final class HandlerBacklog {
    private static final int CHANGES_TO_A_TURN = 4;

    /// One turn of a handler.
    sealed interface Delivery {
        /// What the handler does not know yet.
        sealed interface News extends Delivery {}

        /// An object that was there in the beginning: the cache's, or the handler's.
        record Present(KubeObject object) implements News {}

        record Changed(List<Change> changes) implements News {}

        /// An object that is told again on a resync.
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

    /// @param now in nanoseconds, of any origin
    HandlerBacklog(Store store, Optional<Duration> resync, long now) {
        this.store = store;
        this.period = resync;
        Snapshot present = store.snapshot();
        this.replay = present.list().iterator();
        this.replayLeft = present.size();
        this.nextResync = now + resync.map(Duration::toNanos).orElse(0L);
    }

    /// @param initial whether they come of the first whole state
    void offer(List<Change> changes, boolean initial) {
        changes.forEach(change -> pending.offer(change, initial));
    }

    /// What to tell now, if anything.
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

    /// Nanoseconds until there is something to tell even if nothing changes.
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
