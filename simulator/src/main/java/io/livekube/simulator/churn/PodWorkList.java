package io.livekube.simulator.churn;

import java.util.ArrayList;
import java.util.List;

/// Starting and terminating pods of one activity, advanced in random order.
final class PodWorkList {
    private final List<PodWork> works = new ArrayList<>();

    boolean isEmpty() {
        return works.isEmpty();
    }

    void start(ReplicaSetEntry set, int count) {
        for (int i = 0; i < count; i++) {
            works.add(new PodStart(set));
        }
    }

    void stop(ReplicaSetEntry set, PodEntry pod) {
        works.add(new PodStop(set, pod));
    }

    /// The number of pods that are still to be created.
    int toCreate() {
        return (int) works.stream()
                .filter(work -> work instanceof PodStart start && !start.created())
                .count();
    }

    void advance(ChurnContext context) {
        int chosen = context.dice().below(works.size());
        if (!works.get(chosen).advance(context)) {
            works.set(chosen, works.getLast());
            works.removeLast();
        }
    }
}
