package io.livekube.simulator.cluster;

import io.livekube.simulator.resource.ResourceType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Number of objects of each type in a generated cluster.
public record ClusterSummary(Map<ResourceType, Integer> counts) {
    public ClusterSummary {
        counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }

    public int count(ResourceType type) {
        return counts.getOrDefault(type, 0);
    }

    public int objects() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }
}
