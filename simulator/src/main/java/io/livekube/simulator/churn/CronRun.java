package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.churn.CronJobEntry.JobEntry;
import io.livekube.simulator.cluster.object.ControllerReference;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.Jobs;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
import io.livekube.simulator.cluster.object.PodStatuses;
import io.livekube.simulator.resource.BuiltInTypes;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Run of a cron job: creates a job and its pod, completes them, and removes the oldest job.
final class CronRun implements Activity {
    private enum Stage {
        JOB,
        POD,
        SCHEDULED,
        CREATING,
        RUNNING,
        OVER,
        REPORT,
        TRIM
    }

    private static final int KEPT_JOBS = 3;
    private static final double FAILURE = 0.1;

    private final CronJobEntry cronJob;
    private final boolean success;
    private Stage stage = Stage.JOB;
    private Instant started = Instant.EPOCH;
    private @Nullable JobEntry job;
    private @Nullable PodEntry pod;

    private CronRun(CronJobEntry cronJob, boolean success) {
        this.cronJob = cronJob;
        this.success = success;
        cronJob.busy = true;
    }

    static Optional<Activity> start(ChurnContext context) {
        if (context.model().cronJobs.isEmpty() || context.model().nodes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(context.dice().pick(context.model().cronJobs))
                .filter(cronJob -> !cronJob.busy)
                .map(cronJob -> new CronRun(cronJob, !context.dice().chance(FAILURE)));
    }

    @Override
    public boolean advance(ChurnContext context) {
        boolean more = switch (stage) {
            case JOB -> addJob(context);
            case POD -> addPod(context);
            case SCHEDULED -> move(context, PodState.SCHEDULED, Stage.CREATING);
            case CREATING -> move(context, PodState.CONTAINER_CREATING, Stage.RUNNING);
            case RUNNING -> move(context, PodState.RUNNING, Stage.OVER);
            case OVER -> move(context, success ? PodState.COMPLETED : PodState.FAILED, Stage.REPORT);
            case REPORT -> report(context);
            case TRIM -> trim(context);
        };
        if (!more) {
            cronJob.busy = false;
        }
        return more;
    }

    private boolean addJob(ChurnContext context) {
        stage = Stage.POD;
        started = context.now();
        Optional<ObjectNode> owner = context.read(BuiltInTypes.CRON_JOB, cronJob.namespace, cronJob.name);
        if (owner.isEmpty()) {
            context.model().cronJobs.remove(cronJob);
            return false;
        }
        String name = cronJob.name + "-" + (started.getEpochSecond() / 60)
                + context.dice().suffix(3);
        ObjectNode template = (ObjectNode)
                owner.get().path("spec").path("jobTemplate").path("spec").path("template");
        ObjectNode tree = Jobs.job(
                Metadata.of(cronJob.namespace, name, context.dice(), started)
                        .ownedBy(ControllerReference.of(BuiltInTypes.CRON_JOB, owner.get())),
                template);
        Jobs.active(tree, started, started);
        if (!context.create(BuiltInTypes.JOB, tree)) {
            return false;
        }
        job = new JobEntry(name);
        cronJob.jobs.addLast(job);
        context.edit(
                BuiltInTypes.CRON_JOB,
                cronJob.namespace,
                cronJob.name,
                each -> JsonTree.child(each, "status").put("lastScheduleTime", JsonTree.time(started)));
        return true;
    }

    private boolean addPod(ChurnContext context) {
        stage = Stage.SCHEDULED;
        JobEntry entry = job;
        Optional<ObjectNode> owner =
                entry == null ? Optional.empty() : context.read(BuiltInTypes.JOB, cronJob.namespace, entry.name());
        if (entry == null || owner.isEmpty()) {
            return false;
        }
        ObjectNode tree = new PodPrototype(
                        cronJob.namespace, ControllerReference.of(BuiltInTypes.JOB, owner.get()), (ObjectNode)
                                owner.get().path("spec").path("template"))
                .pod(context.now(), context.dice());
        if (!context.create(BuiltInTypes.POD, tree)) {
            return false;
        }
        pod = new PodEntry(cronJob.namespace, tree.path("metadata").path("name").asText(), null);
        entry.pods().add(pod);
        context.event(
                owner.get(), Happening.normal("SuccessfulCreate", "Created pod: " + pod.name, "job-controller"), "");
        return true;
    }

    private boolean move(ChurnContext context, PodState state, Stage then) {
        stage = then;
        PodEntry entry = pod;
        if (entry == null || entry.leaving || context.model().nodes.isEmpty()) {
            return false;
        }
        if (entry.node == null) {
            context.model().put(entry, context.model().place(context.dice()));
        }
        NodeEntry node = entry.node;
        boolean done = node != null
                && context.editPod(entry, tree -> {
                    if (state == PodState.SCHEDULED) {
                        PodPrototype.bind(tree, node.slot.name());
                    }
                    PodStatuses.move(tree, state, node.slot, context.now(), context.dice());
                });
        if (done && node != null && then == Stage.REPORT) {
            node.pods.remove(entry);
        }
        return done;
    }

    private boolean report(ChurnContext context) {
        stage = Stage.TRIM;
        JobEntry entry = job;
        if (entry == null) {
            return false;
        }
        context.edit(
                BuiltInTypes.JOB,
                cronJob.namespace,
                entry.name(),
                tree -> Jobs.finished(tree, success, started, context.now()));
        if (success) {
            context.edit(
                    BuiltInTypes.CRON_JOB,
                    cronJob.namespace,
                    cronJob.name,
                    tree -> JsonTree.child(tree, "status").put("lastSuccessfulTime", JsonTree.time(context.now())));
        }
        return true;
    }

    private boolean trim(ChurnContext context) {
        if (cronJob.jobs.size() <= KEPT_JOBS) {
            return false;
        }
        JobEntry oldest = cronJob.jobs.removeFirst();
        for (PodEntry each : oldest.pods()) {
            context.delete(BuiltInTypes.POD, each.namespace, each.name);
            context.model().forget(each);
        }
        context.delete(BuiltInTypes.JOB, cronJob.namespace, oldest.name());
        return true;
    }
}
