package io.livekube.hub.fleet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/// How each cluster is doing, found out at most once a second for everybody who wants to know; for any
/// number of threads.
public final class ClusterSummaries {
    private static final Duration FOR = Duration.ofMillis(900);

    /// Fields that change all the time: they are sent along, but are no reason to send a summary.
    private static final List<String> RUNNING =
            List.of("ageMs", "lastSync", "sequence", "lastActivity", "revision", "traffic");

    private final Fleet fleet;
    private final BiFunction<String, Instant, ObjectNode> describe;
    private final ProblemTracker problems;
    private Map<String, Summary> known = Map.of();
    private Instant until = Instant.MIN;

    /// How a cluster is doing.
    ///
    /// @param json as readers get it
    /// @param news the same without fields that change all the time: equal texts mean no news
    public record Summary(String json, String news) {}

    /// @param describe how a cluster is doing at a moment
    public ClusterSummaries(Fleet fleet, ProblemTracker problems, BiFunction<String, Instant, ObjectNode> describe) {
        this.problems = problems;
        this.fleet = fleet;
        this.describe = describe;
    }

    /// By name.
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
