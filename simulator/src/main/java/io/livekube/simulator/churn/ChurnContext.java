package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.churn.ClusterModel.EventKey;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.Events;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.WorkloadStatuses;
import io.livekube.simulator.cluster.object.WorkloadStatuses.Counts;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoredObject;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// What all activities share: the store, the model of its cluster, the time and the dice.
///
/// A write that the store rejects, because a client has changed or deleted the object, is counted and
/// reported to the caller; nothing is thrown.
final class ChurnContext {
    private static final int EDIT_TRIES = 2;

    private final ObjectStore store;
    private final ClusterModel model;
    private final Dice dice;
    private final AtomicLong changes = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private Instant now = Instant.EPOCH;

    ChurnContext(ObjectStore store, ClusterModel model, Dice dice) {
        this.store = store;
        this.model = model;
        this.dice = dice;
    }

    ClusterModel model() {
        return model;
    }

    Dice dice() {
        return dice;
    }

    Instant now() {
        return now;
    }

    void setTime(Instant time) {
        now = time;
    }

    long changes() {
        return changes.get();
    }

    long refused() {
        return refused.get();
    }

    /// Counts a rejected write.
    void refuse() {
        refused.incrementAndGet();
    }

    Optional<ObjectNode> read(ResourceType type, String namespace, String name) {
        return store.get(type, namespace, name).map(StoredObject::toTree);
    }

    /// Whether the name of a new object is taken.
    boolean exists(ResourceType type, String namespace, ObjectNode object) {
        return store.get(type, namespace, object.path("metadata").path("name").asText())
                .isPresent();
    }

    boolean create(ResourceType type, ObjectNode object) {
        return attempt(() -> store.create(type, object));
    }

    boolean delete(ResourceType type, String namespace, String name) {
        return attempt(() -> store.delete(type, namespace, name));
    }

    /// Updates the current version of an object, with one retry after a concurrent change.
    boolean edit(ResourceType type, String namespace, String name, Consumer<ObjectNode> change) {
        for (int i = 0; i < EDIT_TRIES; i++) {
            Optional<ObjectNode> object = read(type, namespace, name);
            if (object.isEmpty()) {
                refused.incrementAndGet();
                return false;
            }
            change.accept(object.get());
            if (attempt(() -> store.update(type, object.get()))) {
                return true;
            }
        }
        return false;
    }

    boolean editPod(PodEntry pod, Consumer<ObjectNode> change) {
        boolean done = edit(BuiltInTypes.POD, pod.namespace, pod.name, change);
        if (!done) {
            model.forget(pod);
        }
        return done;
    }

    /// Writes an event and, above the limit, removes the oldest one, as the TTL of a real cluster would.
    void event(ObjectNode about, Happening what, String host) {
        ObjectNode event = Events.event(about, what, host, now, dice);
        EventKey key = new EventKey(
                event.path("metadata").path("namespace").asText(),
                event.path("metadata").path("name").asText());
        if (create(BuiltInTypes.EVENT, event)) {
            model.events.addLast(key);
        }
        if (model.tooManyEvents()) {
            EventKey oldest = model.events.removeFirst();
            delete(BuiltInTypes.EVENT, oldest.namespace(), oldest.name());
        }
    }

    /// Increments an event's count, unless the event has expired.
    boolean repeat(EventKey event) {
        return store.get(BuiltInTypes.EVENT, event.namespace(), event.name()).isPresent()
                && edit(BuiltInTypes.EVENT, event.namespace(), event.name(), object -> Events.repeat(object, now));
    }

    /// Updates the statuses that controllers write after pods of a replica set have changed.
    void report(ReplicaSetEntry set) {
        DeploymentEntry deployment = set.deployment;
        edit(
                BuiltInTypes.REPLICA_SET,
                deployment.namespace,
                set.name,
                object -> WorkloadStatuses.replicaSet(object, set.staying(), set.ready(), now));
        Counts counts = new Counts(
                deployment.desired, deployment.staying(), deployment.newest().staying(), deployment.ready());
        boolean known = edit(
                BuiltInTypes.DEPLOYMENT,
                deployment.namespace,
                deployment.name,
                object -> WorkloadStatuses.deployment(object, counts, deployment.newest().name, now));
        if (!known) {
            model.forget(deployment);
        }
    }

    private boolean attempt(Runnable write) {
        try {
            write.run();
            changes.incrementAndGet();
            return true;
        } catch (ApiException refusal) {
            refused.incrementAndGet();
            return false;
        }
    }
}
