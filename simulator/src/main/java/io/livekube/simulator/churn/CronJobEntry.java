package io.livekube.simulator.churn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Model of a cron job and its jobs, oldest first.
final class CronJobEntry {
    /// Model of a job and its pods.
    record JobEntry(ObjectRef ref, List<PodEntry> pods) {
        JobEntry(ObjectRef ref) {
            this(ref, new ArrayList<>());
        }
    }

    final ObjectRef ref;
    final Deque<JobEntry> jobs = new ArrayDeque<>();
    boolean busy;

    CronJobEntry(ObjectRef ref) {
        this.ref = ref;
    }
}
