package io.livekube.simulator.cluster;

import java.util.Map;
import java.util.TreeMap;

/// Application in a namespace, and the labels that its objects share.
record Application(String namespace, String name) {
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
