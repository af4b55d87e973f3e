package io.livekube.hub.cluster;

import io.livekube.core.model.Resource;
import io.livekube.core.store.Snapshot;
import io.livekube.hub.mirror.ClusterMirror;
import io.livekube.protocol.Answer;
import io.livekube.protocol.Batch;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the log tells of a cluster: what is new or wrong, never each batch.
///
/// For one thread at a time.
final class Journal {
    private static final Logger LOG = LoggerFactory.getLogger("io.livekube.hub.cluster");
    private static final Duration BETWEEN_COMPLAINTS = Duration.ofSeconds(30);

    private final ClusterMirror mirror;
    private final Set<Resource> synced = new HashSet<>();
    private final Map<String, Instant> complaints = new HashMap<>();
    private String uid = "";

    Journal(ClusterMirror mirror) {
        this.mirror = mirror;
    }

    void taken(Batch batch) {
        for (Part part : batch.parts()) {
            switch (part) {
                case Part.Hello hello -> {
                    LOG.info(
                            "{}: session {} opened by agent {} (Kubernetes {})",
                            mirror.id(),
                            batch.session(),
                            orUnknown(hello.agent()),
                            orUnknown(hello.kubernetes()));
                    noteUid(hello.clusterUid());
                }
                case Part.Gone gone -> {
                    if (synced.remove(gone.resource())) {
                        LOG.info("{}: {} is not followed any more", mirror.id(), gone.resource());
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
                        "mismatch",
                        "batch %d does not lead to the digests it gives (%s): they are compared and repaired"
                                .formatted(mismatch.sequence(), mismatch.resources()),
                        now);
            case Answer.Reset reset -> complain("reset", "a new session is asked for: " + reset.reason(), now);
            case Answer.BackOff backOff ->
                complain("backoff", "told to wait for %s: %s".formatted(backOff.after(), backOff.reason()), now);
            case Answer.TurnOff off -> complain("off", "turned off: " + off.reason(), now);
            case Answer.Refused refused -> complain("refused", "a batch was refused: " + refused.reason(), now);
            case Answer.Acknowledged _ -> {}
        }
    }

    void wrong(ProtocolException e, Instant now) {
        complain("wrong", "a batch is wrong: " + e.getMessage(), now);
    }

    /// A cluster that was re-created has another UID, once. Two that take turns are two clusters with one token.
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
                    LOG.info(
                            "{}: {} synced, {} objects at version {}",
                            mirror.id(),
                            resource,
                            state.size(),
                            Long.toUnsignedString(state.resourceVersion()));
                });
    }

    private void complain(String about, String what, Instant now) {
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
