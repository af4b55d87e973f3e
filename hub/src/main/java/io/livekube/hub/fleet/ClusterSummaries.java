package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/// Summaries of all clusters, computed at most once a second for all readers. Thread-safe.
public final class ClusterSummaries {
    private static final Duration FOR = Duration.ofMillis(900);

    /// Fields that change all the time: they are included, but a change in them alone does not cause an update.
    private static final List<String> RUNNING =
            List.of("ageMs", "lastSync", "sequence", "lastActivity", "revision", "traffic");

    private final Fleet fleet;
    private final BiFunction<String, Instant, ObjectNode> describe;
    private final ProblemTracker problems;
    private Map<String, Summary> known = Map.of();
    private Instant until = Instant.MIN;

    /// Summary of a cluster.
    ///
    /// @param json the summary as sent to readers
    /// @param news the summary without fields that change all the time; an update is sent only if it differs
    public record Summary(String json, String news) {}

    /// @param describe describes a cluster at a moment
    public ClusterSummaries(Fleet fleet, ProblemTracker problems, BiFunction<String, Instant, ObjectNode> describe) {
        this.problems = problems;
        this.fleet = fleet;
        this.describe = describe;
    }

    /// Summaries by cluster name.
    synchronized Map<String, Summary> at(Instant now) {
        if (now.isBefore(until) && until.isBefore(now.plus(FOR.multipliedBy(2)))) {
            return known;
        }
        Map<String, Summary> next = new TreeMap<>();
        for (String id : fleet.ids()) {
            ObjectNode summary = describe.apply(id, now);
            fleet.find(id)
                    .flatMap(problems::counts)
                    .ifPresent(counts -> summary.putObject("problems")
                            .put("error", counts.errors())
                            .put("warning", counts.warnings()));
            ObjectNode wrapped = Json.object();
            wrapped.set("cluster", summary);
            next.put(
                    id,
                    new Summary(
                            wrapped.toString(),
                            summary.deepCopy().without(RUNNING).toString()));
        }
        known = next;
        until = now.plus(FOR);
        return known;
    }
}
