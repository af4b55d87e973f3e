package io.livekube.cli.hubclient;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.cli.terminal.HumanNumbers;
import io.livekube.cli.terminal.TextColor;
import java.time.Duration;
import java.util.Optional;

/// Freshness of a cluster's data, as reported by the hub.
///
/// @param state `fresh`, `stale`, `disconnected`, `off` …
/// @param ageMs -1 if unknown
public record ClusterFreshness(String cluster, String state, long ageMs, String cause) {
    /// Freshness of a cluster, or of its part of a response.
    public static ClusterFreshness of(JsonNode part) {
        return new ClusterFreshness(
                part.path(part.has("cluster") ? "cluster" : "id").asText(),
                part.path("state").asText(),
                part.path("ageMs").asLong(-1),
                part.path(part.has("sentence") ? "sentence" : "cause").asText());
    }

    public boolean fresh() {
        return state.equals("fresh");
    }

    public TextColor color() {
        return switch (state) {
            case "fresh" -> TextColor.PLAIN;
            case "disconnected", "forbidden" -> TextColor.BAD;
            default -> TextColor.WARNING;
        };
    }

    public String age() {
        return ageMs < 0 ? "-" : HumanNumbers.age(Duration.ofMillis(ageMs));
    }

    /// Warning for the user; empty if the data is fresh.
    public Optional<String> warning() {
        if (fresh()) {
            return Optional.empty();
        }
        String age = ageMs < 0 ? "" : ", %s old".formatted(age());
        return Optional.of(
                "warning: cluster %s is %s%s%s".formatted(cluster, state, age, cause.isEmpty() ? "" : ": " + cause));
    }
}
