package io.livekube.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/// A load generator's report of what it sent and how late.
///
/// @param lateP99Ms 99th percentile of the writes' lateness against the schedule
public record GeneratorReport(
        String name, long planned, long sent, long failed, double rate, double targetRate, double lateP99Ms) {
    private static final double LEAST_SHARE_OF_RATE = 0.95;
    private static final double MOST_LATENESS_MS = 250;

    public static GeneratorReport of(String name, JsonNode event) {
        return new GeneratorReport(
                name,
                event.path("planned").asLong(),
                event.path("sent").asLong(),
                event.path("failed").asLong(),
                event.path("rate").asDouble(),
                event.path("target_rate").asDouble(),
                event.path("late_p99_ms").asDouble());
    }

    /// Marks the run as invalid if the load was not as planned.
    public void validate(Results results) {
        boolean honest = sent == planned && failed == 0;
        boolean onTime = rate >= targetRate * LEAST_SHARE_OF_RATE && lateP99Ms <= MOST_LATENESS_MS;
        if (!honest || !onTime) {
            results.invalid(String.format(
                    Locale.ROOT,
                    "load generator %s fell behind: %d of %d sent, %d failed, %.0f per second instead of %.0f, p99 lateness %.0f ms",
                    name,
                    sent,
                    planned,
                    failed,
                    rate,
                    targetRate,
                    lateP99Ms));
        }
    }
}
