package io.livekube.simulator.churn;

import io.livekube.simulator.cluster.object.Dice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The churn's model of the cluster: names and relations, without content.
///
/// It follows the churn's own writes only; changes by clients are noticed when a write fails.
final class ClusterModel {
    private static final int FEWEST_EVENTS = 500;
    private static final int PLACE_TRIES = 8;

    final List<DeploymentEntry> deployments = new ArrayList<>();
    final List<NodeEntry> nodes = new ArrayList<>();
    final List<CronJobEntry> cronJobs = new ArrayList<>();
    final Deque<ObjectRef> events = new ArrayDeque<>();
    private int mostEvents;

    void boundEvents() {
        mostEvents = Math.max(FEWEST_EVENTS, events.size());
    }

    boolean tooManyEvents() {
        return events.size() > mostEvents;
    }

    /// The less loaded of two random nodes that are up; empty if none is.
    NodeEntry place(Dice dice) {
        NodeEntry best = dice.pick(nodes);
        for (int i = 0; i < PLACE_TRIES; i++) {
            NodeEntry other = dice.pick(nodes);
            if (best.lost || (!other.lost && other.pods.size() < best.pods.size())) {
                best = other;
            }
        }
        return best;
    }

    void put(PodEntry pod, NodeEntry node) {
        pod.node = node;
        node.pods.add(pod);
    }

    void forget(PodEntry pod) {
        pod.ready = false;
        pod.leaving = true;
        if (pod.set != null) {
            pod.set.pods.remove(pod);
        }
        if (pod.node != null) {
            pod.node.pods.remove(pod);
        }
    }

    void forget(DeploymentEntry deployment) {
        deployment.gone = true;
        deployments.remove(deployment);
    }
}
