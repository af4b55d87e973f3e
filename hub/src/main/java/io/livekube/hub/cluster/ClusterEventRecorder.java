package io.livekube.hub.cluster;

import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.control.SyncTransition;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.hub.mirror.KindMirror;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Ask;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the log and the recent events tell of a cluster: what is new or wrong, never each batch.
///
/// For one thread at a time, but for [#switched].
final class ClusterEventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger("io.livekube.hub.cluster");
    private static final Duration BETWEEN_COMPLAINTS = Duration.ofSeconds(30);

    private final ClusterMirror mirror;
    private final ClusterEvents events;
    private final Set<Resource> synced = new HashSet<>();
    private final Map<ClusterEvent.Type, Instant> complaints = new EnumMap<>(ClusterEvent.Type.class);
    private String uid = "";

    ClusterEventRecorder(ClusterMirror mirror, ClusterEvents events) {
        this.mirror = mirror;
        this.events = events;
    }

    void taken(Batch batch, Instant now) {
        for (Part part : batch.parts()) {
            switch (part) {
                case Part.Hello hello -> {
                    LOG.info(
                            "{}: session {} opened by agent {} (Kubernetes {})",
                            mirror.id(),
                            batch.session(),
                            orUnknown(hello.agent()),
                            orUnknown(hello.kubernetes()));
                    events.add(
                            ClusterEvent.Type.SESSION,
                            "session %s opened by agent %s".formatted(batch.session(), orUnknown(hello.agent())),
                            now);
                    noteUid(hello.clusterUid());
                }
                case Part.Gone gone -> {
                    if (synced.remove(gone.resource())) {
                        LOG.atInfo()
                                .addKeyValue("kind", gone.resource())
                                .log("{}: {} is not followed any more", mirror.id(), gone.resource());
                    }
                }
                case Part.OfKind about -> noteSynced(about.resource());
            }
        }
    }

    void answered(Answer answer, Instant now) {
        switch (answer) {
            case Answer.Mismatch mismatch ->
                complain(
                        ClusterEvent.Type.MISMATCH,
                        "batch %d does not lead to the digests it gives (%s): they are compared and repaired"
                                .formatted(mismatch.sequence(), mismatch.resources()),
                        now);
            case Answer.Reset reset ->
                complain(ClusterEvent.Type.GAP, "a new session is asked for: " + reset.reason(), now);
            case Answer.BackOff backOff ->
                complain(
                        ClusterEvent.Type.BACKOFF,
                        "told to wait for %s: %s".formatted(backOff.after(), backOff.reason()),
                        now);
            case Answer.Refused refused ->
                complain(ClusterEvent.Type.REFUSED, "a batch was refused: " + refused.reason(), now);
            case Answer.Acknowledged _, Answer.TurnOff _ -> {}
        }
    }

    /// It was turned on or off; may be told by any thread.
    void switched(SyncTransition to, Instant now) {
        events.add(ClusterEvent.Type.SWITCHED, to.toString(), now);
        LOG.info("{}: {}", mirror.id(), to);
    }

    /// Some of a kind's objects are asked for again.
    void repair(Ask ask, Instant now) {
        if (mirror.kind(ask.resource()).filter(KindMirror::synced).isPresent()) {
            events.add(ClusterEvent.Type.REPAIR, "objects of %s are sent again".formatted(ask.resource()), now);
        }
    }

    void wrong(ProtocolException e, Instant now) {
        complain(ClusterEvent.Type.REFUSED, "a batch is wrong: " + e.getMessage(), now);
    }

    /// A cluster that was re-created has another UID, once. Two that take turns are two clusters with one
    /// token.
    private void noteUid(String now) {
        if (!now.isEmpty() && !uid.isEmpty() && !now.equals(uid)) {
            LOG.warn(
                    "{}: this is another cluster than before (its UID is {}, was {}): was it re-created, or do the agents"
                            + " of two clusters use one token?",
                    mirror.id(),
                    now,
                    uid);
        }
        uid = now.isEmpty() ? uid : now;
    }

    private void noteSynced(Resource resource) {
        mirror.kind(resource)
                .filter(kind -> kind.synced() && synced.add(resource))
                .ifPresent(kind -> {
                    Snapshot state = kind.store().snapshot();
                    LOG.atInfo()
                            .addKeyValue("kind", resource)
                            .log(
                                    "{}: {} synced, {} objects at version {}",
                                    mirror.id(),
                                    resource,
                                    state.size(),
                                    Long.toUnsignedString(state.resourceVersion()));
                });
    }

    private void complain(ClusterEvent.Type about, String what, Instant now) {
        events.add(about, what, now);
        Instant last = complaints.get(about);
        if (last == null || last.plus(BETWEEN_COMPLAINTS).isBefore(now)) {
            complaints.put(about, now);
            LOG.warn("{}: {}", mirror.id(), what);
        }
    }

    private static String orUnknown(String version) {
        return version.isEmpty() ? "of unknown version" : version;
    }
}
