package io.livekube.agent.follow;

import io.livekube.agent.sync.Source;
import io.livekube.core.informer.Informer;
import io.livekube.core.informer.SyncState;
import io.livekube.core.informer.SyncStatus;
import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Snapshot;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One kind that is followed, and how well.
///
/// But for what the informer's thread notes of removals, it belongs to the uplink's thread.
final class FollowedKind implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedKind.class);

    /// How often a kind that is not synced is asked how far it is: the hub need not hear of each page.
    private static final Duration PROGRESS = Duration.ofSeconds(1);

    private final Part.Kind kind;
    private final Informer informer;
    private final Removals removals = new Removals();
    private KindState state = KindState.SYNCING;
    private int objects;
    private String cause = "";
    private Snapshot offered = Snapshot.EMPTY;
    private Instant asked = Instant.MIN;

    /// @param wake is called after each write, on the writer's thread
    FollowedKind(Part.Kind kind, Informer informer, Runnable wake) {
        this.kind = kind;
        this.informer = informer;
        informer.addListener(changes -> {
            removals.note(changes);
            wake.run();
        });
    }

    Part.Kind kind() {
        return kind;
    }

    List<KubeObject> objects() {
        return informer.store().list();
    }

    boolean synced() {
        return state == KindState.SYNCED;
    }

    Removals removals() {
        return removals;
    }

    Source source(Instant now) {
        SyncState current = informer.state();
        Snapshot snapshot = informer.store().snapshot();
        look(current, snapshot, now);
        offered = snapshot;
        // A state of version 0 is that before the first: the informer says that it is synced a moment earlier.
        boolean whole = current.readable() && snapshot.resourceVersion() != 0;
        return new Source(
                kind,
                whole ? Optional.of(snapshot) : Optional.empty(),
                state,
                objects,
                cause,
                key -> removals.removedAt(key, snapshot));
    }

    /// The hub is about to be told of what was last given as source.
    void sending(Optional<Snapshot> held) {
        removals.sending(held, offered);
    }

    private void look(SyncState current, Snapshot snapshot, Instant now) {
        KindState next = kindState(current);
        if (next == KindState.SYNCED) {
            objects = snapshot.size();
            cause = "";
        } else if (next != state || !now.isBefore(asked.plus(PROGRESS))) {
            SyncStatus status = informer.status();
            asked = now;
            objects = status.report().synced()
                    ? snapshot.size()
                    : (int) Math.min(status.report().objects(), Integer.MAX_VALUE);
            cause = current == SyncState.STOPPED ? "the agent follows it no longer, see its log" : status.cause();
        }
        if (next != state) {
            report(state, next);
            state = next;
        }
    }

    private void report(KindState before, KindState next) {
        switch (next) {
            case SYNCED -> {
                if (before == KindState.STALE) {
                    LOG.info("{}: synced again, {} objects", kind.resource(), objects);
                } else {
                    LOG.info(
                            "{}: synced, {} objects in {} ms",
                            kind.resource(),
                            objects,
                            informer.status().elapsed().toMillis());
                }
            }
            case STALE, DENIED -> LOG.warn("{}: {}", kind.resource(), cause);
            case NOT_SERVED -> LOG.info("{}: {}", kind.resource(), cause);
            case SYNCING -> LOG.info("{}: syncing", kind.resource());
        }
    }

    private static KindState kindState(SyncState state) {
        return switch (state) {
            case IDLE, SYNCING, SYNC_TIMED_OUT -> KindState.SYNCING;
            case SYNCED -> KindState.SYNCED;
            case STALE, STOPPED -> KindState.STALE;
            case DENIED -> KindState.DENIED;
            case NOT_SERVED -> KindState.NOT_SERVED;
        };
    }

    @Override
    public void close() {
        informer.close();
    }
}
