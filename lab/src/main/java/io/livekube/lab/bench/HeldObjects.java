package io.livekube.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Collectors;

/// Number of objects that a contestant holds, and their order-independent digest.
public record HeldObjects(int count, String digest) {
    public static HeldObjects of(JsonNode event) {
        return new HeldObjects(event.path("count").asInt(), event.path("digest").asText());
    }

    /// Fails unless all contestants hold the same objects in the same versions.
    public static void requireEqual(Map<String, HeldObjects> byContestant) {
        if (byContestant.values().stream().distinct().count() > 1) {
            throw new BenchException("the contestants hold different objects, so nothing was timed: "
                    + byContestant.entrySet().stream()
                            .map(e -> e.getKey() + " " + e.getValue())
                            .collect(Collectors.joining(", ")));
        }
    }

    @Override
    public String toString() {
        return count + " objects (" + digest + ")";
    }
}
