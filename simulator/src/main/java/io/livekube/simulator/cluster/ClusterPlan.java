package io.livekube.simulator.cluster;

import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.Vocabulary;
import java.util.ArrayList;
import java.util.List;

/// Distribution of a cluster's pods over its workloads, computed before the first object is written.
///
/// @param namespaces of teams; the system's namespaces come on top
/// @param daemonSets with one pod per node each; 0 if the cluster has too few pods for any
record ClusterPlan(
        List<String> namespaces, int nodes, int daemonSets, int jobPods, int statefulPods, int deploymentPods) {
    private static final int FEWEST_PODS_PER_NODE = 40;
    private static final int MOST_PODS_PER_NODE = 85;
    private static final int DAEMON_SETS = 2;
    private static final double JOB_SHARE = 0.03;
    private static final double STATEFUL_SHARE = 0.08;

    static ClusterPlan of(ClusterSpec spec, Dice dice) {
        int density = dice.between(FEWEST_PODS_PER_NODE, MOST_PODS_PER_NODE);
        int nodes = Math.max(1, (spec.pods() + density - 1) / density);
        int daemonSets = spec.pods() >= nodes * DAEMON_SETS * 2 ? DAEMON_SETS : 0;
        int rest = spec.pods() - nodes * daemonSets;
        int jobs = (int) (spec.pods() * JOB_SHARE);
        int stateful = (int) (spec.pods() * STATEFUL_SHARE);
        return new ClusterPlan(teams(spec, dice), nodes, daemonSets, jobs, stateful, rest - jobs - stateful);
    }

    private static List<String> teams(ClusterSpec spec, Dice dice) {
        int count =
                Math.min(Vocabulary.TEAMS.size() * Vocabulary.STAGES.size(), 2 + (int) (Math.sqrt(spec.pods()) / 5));
        List<String> all = new ArrayList<>();
        for (String stage : Vocabulary.STAGES) {
            for (String team : Vocabulary.TEAMS) {
                all.add(team + "-" + stage);
            }
        }
        List<String> chosen = new ArrayList<>();
        while (chosen.size() < count) {
            chosen.add(all.remove(dice.below(all.size())));
        }
        return List.copyOf(chosen);
    }

    /// Replicas of the next deployment: mostly few, sometimes many, and more in larger clusters.
    static int replicas(int podsInAll, Dice dice) {
        double growth = podsInAll <= 1_000 ? 1 : 1 + Math.log10(podsInAll / 1_000.0) / 2;
        double roll = dice.fraction();
        int base = roll < 0.88 ? dice.between(1, 9) : roll < 0.98 ? dice.between(10, 40) : dice.between(40, 120);
        return Math.max(1, Math.min((int) (base * growth), Math.max(10, podsInAll / 20)));
    }
}
