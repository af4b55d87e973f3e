package io.livekube.simulator.churn;

import io.livekube.simulator.cluster.object.NodeSlot;
import java.util.LinkedHashSet;
import java.util.Set;

/// A node and the pods on it.
final class NodeEntry {
    final NodeSlot slot;
    final Set<PodEntry> pods = new LinkedHashSet<>();
    boolean lost;

    NodeEntry(NodeSlot slot) {
        this.slot = slot;
    }
}
