package io.livekube.cli.ask;

import io.livekube.cli.terminal.Figures;
import io.livekube.cli.terminal.Paint;
import java.time.Duration;
import java.util.Optional;

/// How old a cluster's data is, and what to say about that.
///
/// @param state as the hub calls it: `fresh`, `stale`, `disconnected`, `off` …
/// @param ageMs -1 if nothing is known
record ClusterState(String cluster, String state, long ageMs, String cause) {
    boolean fresh() {
        return state.equals("fresh");
    }

    Paint paint() {
        return switch (state) {
            case "fresh" -> Paint.PLAIN;
            case "disconnected", "forbidden" -> Paint.BAD;
            default -> Paint.WARNING;
        };
    }

    String age() {
        return ageMs < 0 ? "-" : Figures.age(Duration.ofMillis(ageMs));
    }

    /// What a reader must know; empty if all is well.
    Optional<String> warning() {
        if (fresh()) {
            return Optional.empty();
        }
        String age = ageMs < 0 ? "" : ", %s old".formatted(age());
        return Optional.of(
                "warning: cluster %s is %s%s%s".formatted(cluster, state, age, cause.isEmpty() ? "" : ": " + cause));
    }
}
