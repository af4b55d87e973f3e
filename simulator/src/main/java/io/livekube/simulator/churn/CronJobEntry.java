package io.livekube.simulator.churn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Model of a cron job and its jobs, oldest first.
final class CronJobEntry {
    /// Model of a job and its pods.
    record JobEntry(String name, List<PodEntry> pods) {
        JobEntry(String name) {
            this(name, new ArrayList<>());
        }
    }

    final String namespace;
    final String name;
    final Deque<JobEntry> jobs = new ArrayDeque<>();
    boolean busy;

    CronJobEntry(String namespace, String name) {
        this.namespace = namespace;
        this.name = name;
    }
}
