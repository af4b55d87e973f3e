package io.livekube.simulator.churn;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Model of a replica set, with its pods in the order of their creation.
final class ReplicaSetEntry {
    final DeploymentEntry deployment;
    final String name;
    final int revision;
    final Set<PodEntry> pods = new LinkedHashSet<>();
    /// Evicted and finished pods, which stay until the replica set is deleted.
    final List<PodEntry> remains = new ArrayList<>();

    ReplicaSetEntry(DeploymentEntry deployment, String name, int revision) {
        this.deployment = deployment;
        this.name = name;
        this.revision = revision;
    }

    /// Pods that are not terminating.
    int staying() {
        int count = 0;
        for (PodEntry pod : pods) {
            count += pod.leaving ? 0 : 1;
        }
        return count;
    }

    int ready() {
        int count = 0;
        for (PodEntry pod : pods) {
            count += pod.ready && !pod.leaving ? 1 : 0;
        }
        return count;
    }
}
