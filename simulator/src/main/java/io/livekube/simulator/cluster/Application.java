package io.livekube.simulator.cluster;

import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.Metadata;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/// Application in a namespace, and the labels that its objects share.
record Application(String namespace, String name) {
    Metadata metadata(Dice dice, Instant created) {
        return metadata("", dice, created);
    }

    /// Metadata of an object that is named after the application.
    Metadata metadata(String suffix, Dice dice, Instant created) {
        return Metadata.of(namespace, name + suffix, dice, created);
    }

    Map<String, String> selector() {
        return new TreeMap<>(Map.of("app.kubernetes.io/instance", name, "app.kubernetes.io/name", name));
    }

    Map<String, String> labels(String component) {
        Map<String, String> labels = selector();
        labels.put("app.kubernetes.io/component", component);
        labels.put("app.kubernetes.io/part-of", namespace);
        return labels;
    }
}
