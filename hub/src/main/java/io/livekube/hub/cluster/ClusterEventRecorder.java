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

/// Records a cluster's events and log lines: state changes and failures, not individual batches.
///
/// Not thread-safe, except for [#switched].
final class ClusterEventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger("io.livekube.hub.cluster");
    private static final Duration BETWEEN_WARNINGS = Duration.ofSeconds(30);

    private final ClusterMirror mirror;
    private final ClusterEvents events;
    private final Set<Resource> synced = new HashSet<>();
    private final Map<ClusterEvent.Type, Instant> warnings = new EnumMap<>(ClusterEvent.Type.class);
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
                            "{}: session {} opened (agent {}, Kubernetes {})",
                            mirror.id(),
                            batch.session(),
                            orUnknown(hello.agent()),
                            orUnknown(hello.kubernetes()));
                    events.add(
                            ClusterEvent.Type.SESSION,
                            "session %s opened (agent %s)".formatted(batch.session(), orUnknown(hello.agent())),
                            now);
                    noteUid(hello.clusterUid());
                }
                case Part.Gone gone -> {
                    if (synced.remove(gone.resource())) {
                        LOG.atInfo()
                                .addKeyValue("kind", gone.resource())
                                .log("{}: {} is no longer followed", mirror.id(), gone.resource());
                    }
                }
                case Part.OfKind about -> noteSynced(about.resource());
            }
        }
    }

    void answered(Answer answer, Instant now) {
        switch (answer) {
            case Answer.Mismatch mismatch ->
                warn(
                        ClusterEvent.Type.MISMATCH,
                        "batch %d: digest mismatch in %s; comparing and repairing"
                                .formatted(mismatch.sequence(), mismatch.resources()),
                        now);
            case Answer.Reset reset -> warn(ClusterEvent.Type.GAP, "new session requested: " + reset.reason(), now);
            case Answer.BackOff backOff ->
                warn(
                        ClusterEvent.Type.BACKOFF,
                        "agent told to back off for %s: %s".formatted(backOff.after(), backOff.reason()),
                        now);
            case Answer.Refused refused -> warn(ClusterEvent.Type.REFUSED, "batch refused: " + refused.reason(), now);
            case Answer.Acknowledged _, Answer.TurnOff _ -> {}
        }
    }

    /// Records that sync was turned on or off. May be called by any thread.
    void switched(SyncTransition to, Instant now) {
        events.add(ClusterEvent.Type.SWITCHED, to.toString(), now);
        LOG.info("{}: {}", mirror.id(), to);
    }

    /// Records that some of a kind's objects were requested again.
    void repair(Ask ask, Instant now) {
        if (mirror.kind(ask.resource()).filter(KindMirror::synced).isPresent()) {
            events.add(ClusterEvent.Type.REPAIR, "objects of %s requested again".formatted(ask.resource()), now);
        }
    }

    void invalid(ProtocolException e, Instant now) {
        warn(ClusterEvent.Type.REFUSED, "invalid batch: " + e.getMessage(), now);
    }

    /// A re-created cluster changes its UID once. Alternating UIDs mean two clusters with the same token.
    private void noteUid(String now) {
        if (!now.isEmpty() && !uid.isEmpty() && !now.equals(uid)) {
            LOG.warn(
                    "{}: cluster UID is {}, but was {}: was the cluster re-created, or do the agents of two clusters"
                            + " use the same token?",
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

    private void warn(ClusterEvent.Type about, String what, Instant now) {
        events.add(about, what, now);
        Instant last = warnings.get(about);
        if (last == null || last.plus(BETWEEN_WARNINGS).isBefore(now)) {
            warnings.put(about, now);
            LOG.warn("{}: {}", mirror.id(), what);
        }
    }

    private static String orUnknown(String version) {
        return version.isEmpty() ? "unknown" : version;
    }
}
