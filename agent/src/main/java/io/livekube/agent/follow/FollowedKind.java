package io.livekube.agent.follow;

import io.livekube.agent.sync.KindView;
import io.livekube.core.informer.Informer;
import io.livekube.core.informer.SyncState;
import io.livekube.core.informer.SyncStatus;
import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Snapshot;
import io.livekube.core.watch.ReflectorPhase;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// One followed kind: its informer and its state.
///
/// Used on the uplink's thread, except that deletions are recorded on the informer's thread.
final class FollowedKind implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedKind.class);

    /// Interval at which the progress of a kind that is not synced is reported; the hub does not need every page.
    private static final Duration PROGRESS = Duration.ofSeconds(1);

    private final Part.Kind kind;
    private final Informer informer;
    private final DeletionVersions deletions = new DeletionVersions();
    private KindState state = KindState.SYNCING;
    private int objects;
    private String cause = "";
    private Snapshot offered = Snapshot.EMPTY;
    private Instant asked = Instant.MIN;
    private boolean dead;

    /// @param changed called after each write with the number of changed objects, on the writer's thread
    FollowedKind(Part.Kind kind, Informer informer, IntConsumer changed) {
        this.kind = kind;
        this.informer = informer;
        informer.addListener(changes -> {
            deletions.record(changes);
            changed.accept(changes.size());
        });
    }

    /// A kind that will be followed once urgent ones are synced.
    static KindView waiting(Part.Kind kind) {
        return new KindView(
                kind, Optional.empty(), KindState.SYNCING, 0, "waiting for kinds that readers wait for", _ -> 0);
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

    /// Whether there is nothing to wait for: the kind is synced, or will not be soon.
    boolean settled() {
        return switch (kindState(informer.state())) {
            case SYNCED, STALE, DENIED, NOT_SERVED -> true;
            case SYNCING -> false;
        };
    }

    /// Whether its reflector has stopped, which happens only because of a bug.
    boolean dead() {
        return dead;
    }

    DeletionVersions deletions() {
        return deletions;
    }

    KindView view(Instant now, boolean urgent) {
        SyncState current = informer.state();
        Snapshot snapshot = informer.store().snapshot();
        look(current, snapshot, now);
        offered = snapshot;
        // Version 0 is the state before the first list: the informer reports synced a moment before it is published.
        boolean whole = current.readable() && snapshot.resourceVersion() != 0;
        return new KindView(
                kind,
                whole ? Optional.of(snapshot) : Optional.empty(),
                state,
                objects,
                cause,
                key -> deletions.removedAt(key, snapshot),
                urgent);
    }

    /// Updates the state of a kind that is not reported to the hub.
    void look(Instant now) {
        look(informer.state(), informer.store().snapshot(), now);
    }

    /// Notes that the last view is about to be sent to the hub.
    void sending(Optional<Snapshot> held) {
        deletions.sending(held, offered);
    }

    private void look(SyncState current, Snapshot snapshot, Instant now) {
        KindState next = kindState(current);
        if (next == KindState.SYNCED) {
            objects = snapshot.size();
            cause = "";
        } else if (next != state || !now.isBefore(asked.plus(PROGRESS))) {
            SyncStatus status = informer.status();
            asked = now;
            dead = status.report().phase() == ReflectorPhase.STOPPED;
            objects = status.report().synced()
                    ? snapshot.size()
                    : (int) Math.min(status.report().objects(), Integer.MAX_VALUE);
            cause = status.cause();
        }
        if (next != state) {
            report(state, next);
            state = next;
        }
    }

    private void report(KindState before, KindState next) {
        Level level = next == KindState.STALE || next == KindState.DENIED ? Level.WARN : Level.INFO;
        String what = switch (next) {
            case SYNCED ->
                before == KindState.STALE
                        ? "synced again, %d objects".formatted(objects)
                        : "synced, %d objects in %d ms"
                                .formatted(objects, informer.status().elapsed().toMillis());
            case STALE, DENIED, NOT_SERVED -> cause;
            case SYNCING -> "syncing";
        };
        LOG.atLevel(level).addKeyValue("kind", kind.resource()).log("{}: {}", kind.resource(), what);
    }

    private static KindState kindState(SyncState state) {
        return switch (state) {
            case IDLE, SYNCING, SYNC_TIMED_OUT -> KindState.SYNCING;
            case SYNCED -> KindState.SYNCED;
            case STALE, DIED, STOPPED -> KindState.STALE;
            case DENIED -> KindState.DENIED;
            case NOT_SERVED -> KindState.NOT_SERVED;
        };
    }

    @Override
    public void close() {
        informer.close();
    }
}
