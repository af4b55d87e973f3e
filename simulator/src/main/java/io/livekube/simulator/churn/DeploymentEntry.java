package io.livekube.simulator.churn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Model of a deployment: its replica sets, endpoint slices and autoscaler.
final class DeploymentEntry {
    final ObjectRef ref;
    /// The initial number of replicas, around which the deployment is scaled.
    final int usual;
    int desired;
    final List<ReplicaSetEntry> sets = new ArrayList<>();
    Optional<ObjectRef> service = Optional.empty();
    final List<ObjectRef> slices = new ArrayList<>();
    Optional<ObjectRef> autoscaler = Optional.empty();
    /// Whether an activity uses the deployment; only one may do so at a time.
    boolean busy;
    boolean gone;

    DeploymentEntry(ObjectRef ref, int desired) {
        this.ref = ref;
        this.usual = desired;
        this.desired = desired;
    }

    ReplicaSetEntry newest() {
        return sets.getLast();
    }

    void sortSets() {
        sets.sort(Comparator.comparingInt(set -> set.revision));
    }

    int staying() {
        return sets.stream().mapToInt(ReplicaSetEntry::staying).sum();
    }

    int ready() {
        return sets.stream().mapToInt(ReplicaSetEntry::ready).sum();
    }
}
