package io.livekube.simulator.churn;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Model of a replica set, with its pods in the order of their creation.
final class ReplicaSetEntry {
    final DeploymentEntry deployment;
    final ObjectRef ref;
    final int revision;
    final Set<PodEntry> pods = new LinkedHashSet<>();
    /// Evicted and finished pods, which stay until the replica set is deleted.
    final List<PodEntry> remains = new ArrayList<>();

    ReplicaSetEntry(DeploymentEntry deployment, ObjectRef ref, int revision) {
        this.deployment = deployment;
        this.ref = ref;
        this.revision = revision;
    }

    /// Pods that are not terminating.
    int staying() {
        return (int) pods.stream().filter(pod -> !pod.leaving).count();
    }

    int ready() {
        return (int) pods.stream().filter(pod -> pod.ready && !pod.leaving).count();
    }
}
