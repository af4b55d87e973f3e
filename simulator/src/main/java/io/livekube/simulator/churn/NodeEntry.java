package io.livekube.simulator.churn;

import io.livekube.simulator.cluster.object.NodeSlot;
import io.livekube.simulator.resource.BuiltInTypes;
import java.util.LinkedHashSet;
import java.util.Set;

/// Model of a node and its pods.
final class NodeEntry {
    final ObjectRef ref;
    final NodeSlot slot;
    final Set<PodEntry> pods = new LinkedHashSet<>();
    boolean lost;

    NodeEntry(NodeSlot slot) {
        this.ref = new ObjectRef(BuiltInTypes.NODE, "", slot.name());
        this.slot = slot;
    }
}
