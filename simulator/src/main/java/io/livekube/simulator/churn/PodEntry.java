package io.livekube.simulator.churn;

import org.jspecify.annotations.Nullable;

/// Model of a pod; its content is read from the store when needed.
final class PodEntry {
    final ObjectRef ref;
    /// Null unless the pod belongs to a deployment.
    final @Nullable ReplicaSetEntry set;

    @Nullable
    NodeEntry node;

    boolean ready;
    /// Whether the pod is unready only because its node is lost.
    boolean unready;

    boolean leaving;

    PodEntry(ObjectRef ref, @Nullable ReplicaSetEntry set) {
        this.ref = ref;
        this.set = set;
    }
}
