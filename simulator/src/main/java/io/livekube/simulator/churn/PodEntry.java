package io.livekube.simulator.churn;

import org.jspecify.annotations.Nullable;

/// A pod as the churn knows it; its content is read from the store when it is needed.
final class PodEntry {
    final String namespace;
    final String name;
    /// Null for pods of other owners than a deployment's replica set.
    final @Nullable ReplicaSetEntry set;

    @Nullable
    NodeEntry node;

    boolean ready;
    /// Unready only because its node is lost.
    boolean unready;

    boolean leaving;

    PodEntry(String namespace, String name, @Nullable ReplicaSetEntry set) {
        this.namespace = namespace;
        this.name = name;
        this.set = set;
    }
}
