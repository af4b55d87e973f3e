package io.livekube.cli.hubclient;

import io.livekube.cli.terminal.HumanNumbers;
import io.livekube.cli.terminal.TextColor;
import java.time.Duration;
import java.util.Optional;

/// How old a cluster's data is, and what to say about that.
///
/// @param state as the hub calls it: `fresh`, `stale`, `disconnected`, `off` …
/// @param ageMs -1 if nothing is known
public record ClusterFreshness(String cluster, String state, long ageMs, String cause) {
    public boolean fresh() {
        return state.equals("fresh");
    }

    public TextColor paint() {
        return switch (state) {
            case "fresh" -> TextColor.PLAIN;
            case "disconnected", "forbidden" -> TextColor.BAD;
            default -> TextColor.WARNING;
        };
    }

    public String age() {
        return ageMs < 0 ? "-" : HumanNumbers.age(Duration.ofMillis(ageMs));
    }

    /// What a reader must know; empty if all is well.
    public Optional<String> warning() {
        if (fresh()) {
            return Optional.empty();
        }
        String age = ageMs < 0 ? "" : ", %s old".formatted(age());
        return Optional.of(
                "warning: cluster %s is %s%s%s".formatted(cluster, state, age, cause.isEmpty() ? "" : ": " + cause));
    }
}
