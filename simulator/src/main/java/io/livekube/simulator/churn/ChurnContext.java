package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.Events;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
import io.livekube.simulator.cluster.object.PodStatuses;
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

    Optional<ObjectNode> read(ObjectRef object) {
        return stored(object).map(StoredObject::toTree);
    }

    boolean exists(ObjectRef object) {
        return stored(object).isPresent();
    }

    private Optional<StoredObject> stored(ObjectRef object) {
        return store.get(object.type(), object.namespace(), object.name());
    }

    boolean create(ResourceType type, ObjectNode object) {
        return attempt(() -> store.create(type, object));
    }

    boolean delete(ObjectRef object) {
        return attempt(() -> store.delete(object.type(), object.namespace(), object.name()));
    }

    /// Updates the current version of an object, with one retry after a concurrent change.
    boolean edit(ObjectRef ref, Consumer<ObjectNode> change) {
        for (int i = 0; i < EDIT_TRIES; i++) {
            Optional<ObjectNode> object = read(ref);
            if (object.isEmpty()) {
                refuse();
                return false;
            }
            change.accept(object.get());
            if (attempt(() -> store.update(ref.type(), object.get()))) {
                return true;
            }
        }
        return false;
    }

    boolean editPod(PodEntry pod, Consumer<ObjectNode> change) {
        boolean done = edit(pod.ref, change);
        if (!done) {
            model.forget(pod);
        }
        return done;
    }

    boolean editDeployment(DeploymentEntry deployment, Consumer<ObjectNode> change) {
        boolean done = edit(deployment.ref, change);
        if (!done) {
            model.forget(deployment);
        }
        return done;
    }

    /// Moves a pod to its next state on its node, as the scheduler and the kubelet do.
    boolean move(PodEntry pod, NodeEntry node, PodState state) {
        return editPod(pod, tree -> {
            if (state == PodState.SCHEDULED) {
                PodPrototype.bind(tree, node.slot.name());
            }
            PodStatuses.move(tree, state, node.slot, now, dice);
        });
    }

    /// Writes an event and, above the limit, removes the oldest one, as the TTL of a real cluster would.
    void event(ObjectNode about, Happening what, String host) {
        ObjectNode event = Events.event(about, what, host, now, dice);
        if (create(BuiltInTypes.EVENT, event)) {
            model.events.addLast(ObjectRef.of(BuiltInTypes.EVENT, event));
        }
        if (model.tooManyEvents()) {
            delete(model.events.removeFirst());
        }
    }

    /// Increments an event's count, unless the event has expired.
    boolean repeat(ObjectRef event) {
        return exists(event) && edit(event, object -> Events.repeat(object, now));
    }

    /// Updates the statuses that controllers write after pods of a replica set have changed.
    void report(ReplicaSetEntry set) {
        DeploymentEntry deployment = set.deployment;
        edit(set.ref, object -> WorkloadStatuses.replicaSet(object, set.staying(), set.ready(), now));
        ReplicaSetEntry newest = deployment.newest();
        Counts counts = new Counts(deployment.desired, deployment.staying(), newest.staying(), deployment.ready());
        editDeployment(deployment, object -> WorkloadStatuses.deployment(object, counts, newest.ref.name(), now));
    }

    /// Lets endpoints and statuses follow a change of a pod's readiness.
    void reportReadiness(PodEntry pod, ReplicaSetEntry set, NodeEntry node) {
        read(pod.ref)
                .ifPresent(
                        tree -> EndpointSliceController.put(this, set.deployment, tree, pod.ready, node.slot.zone()));
        report(set);
    }

    private boolean attempt(Runnable write) {
        try {
            write.run();
            changes.incrementAndGet();
            return true;
        } catch (ApiException refusal) {
            refuse();
            return false;
        }
    }
}
