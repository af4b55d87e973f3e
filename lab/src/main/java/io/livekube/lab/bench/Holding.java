package io.livekube.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.stream.Collectors;

/// What a contestant says it holds: how many objects, and their order-free digest.
public record Holding(int count, String digest) {
    public static Holding of(JsonNode event) {
        return new Holding(event.path("count").asInt(), event.path("digest").asText());
    }

    /// Fails unless all contestants hold the same objects in the same versions.
    public static void requireEqual(Map<String, Holding> byContestant) {
        if (byContestant.values().stream().distinct().count() > 1) {
            throw new BenchException("the contestants do not hold the same objects, so nothing was timed: "
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
