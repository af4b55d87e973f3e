package io.livekube.agent.follow;

import io.livekube.agent.sync.Source;
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
    private boolean dead;

    /// @param changed is told after each write how many objects changed, on the writer's thread
    FollowedKind(Part.Kind kind, Informer informer, IntConsumer changed) {
        this.kind = kind;
        this.informer = informer;
        informer.addListener(changes -> {
            removals.note(changes);
            changed.accept(changes.size());
        });
    }

    /// A kind that will be followed once others are there.
    static Source waiting(Part.Kind kind) {
        return new Source(
                kind, Optional.empty(), KindState.SYNCING, 0, "it waits for kinds that somebody looks at", _ -> 0);
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

    /// Whether there is nothing to wait for: all is here, or will not be soon.
    boolean settled() {
        return switch (kindState(informer.state())) {
            case SYNCED, STALE, DENIED, NOT_SERVED -> true;
            case SYNCING -> false;
        };
    }

    /// Whether its reflector has ended, which only a defect makes it do.
    boolean dead() {
        return dead;
    }

    Removals removals() {
        return removals;
    }

    Source source(Instant now, boolean urgent) {
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
                key -> removals.removedAt(key, snapshot),
                urgent);
    }

    /// Notices how it is, for a kind that the hub is not told of.
    void look(Instant now) {
        look(informer.state(), informer.store().snapshot(), now);
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
