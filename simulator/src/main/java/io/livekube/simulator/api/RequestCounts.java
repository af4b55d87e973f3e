package io.livekube.simulator.api;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts of received requests, by verb and resource.
public final class RequestCounts {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void add(String verb, String resource) {
        counts.computeIfAbsent(verb + " " + resource, key -> new LongAdder()).increment();
    }

    /// The number of requests with a verb (`list`, `watch`, …) on a resource: `pods`, `deployments.apps`.
    public long of(String verb, String resource) {
        LongAdder count = counts.get(verb + " " + resource);
        return count == null ? 0 : count.sum();
    }

    public long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /// All counts, by `verb resource`; other paths count under their name, such as `get /version`.
    public Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((key, count) -> all.put(key, count.sum()));
        return all;
    }
}
