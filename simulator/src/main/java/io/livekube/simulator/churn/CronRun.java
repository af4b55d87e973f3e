package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.churn.CronJobEntry.JobEntry;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.Jobs;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
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
        return switch (stage) {
            case JOB -> addJob(context);
            case POD -> addPod(context);
            case SCHEDULED -> move(context, PodState.SCHEDULED, Stage.CREATING);
            case CREATING -> move(context, PodState.CONTAINER_CREATING, Stage.RUNNING);
            case RUNNING -> move(context, PodState.RUNNING, Stage.OVER);
            case OVER -> move(context, success ? PodState.COMPLETED : PodState.FAILED, Stage.REPORT);
            case REPORT -> report(context);
            case TRIM -> trim(context);
        };
    }

    @Override
    public void end() {
        cronJob.busy = false;
    }

    private boolean addJob(ChurnContext context) {
        stage = Stage.POD;
        started = context.now();
        Optional<ObjectNode> owner = context.read(cronJob.ref);
        if (owner.isEmpty()) {
            context.model().cronJobs.remove(cronJob);
            return false;
        }
        String name = cronJob.ref.name() + "-" + (started.getEpochSecond() / 60)
                + context.dice().suffix(3);
        ObjectNode template = (ObjectNode)
                owner.get().path("spec").path("jobTemplate").path("spec").path("template");
        ObjectNode tree = Jobs.job(
                Metadata.of(cronJob.ref.namespace(), name, context.dice(), started)
                        .ownedBy(owner.get()),
                template);
        Jobs.active(tree, started, started);
        if (!context.create(BuiltInTypes.JOB, tree)) {
            return false;
        }
        job = new JobEntry(ObjectRef.of(BuiltInTypes.JOB, tree));
        cronJob.jobs.addLast(job);
        context.edit(
                cronJob.ref, each -> JsonTree.child(each, "status").put("lastScheduleTime", JsonTree.time(started)));
        return true;
    }

    private boolean addPod(ChurnContext context) {
        stage = Stage.SCHEDULED;
        JobEntry entry = job;
        Optional<ObjectNode> owner = entry == null ? Optional.empty() : context.read(entry.ref());
        if (entry == null || owner.isEmpty()) {
            return false;
        }
        ObjectNode tree = PodPrototype.of(owner.get()).pod(context.now(), context.dice());
        if (!context.create(BuiltInTypes.POD, tree)) {
            return false;
        }
        pod = new PodEntry(ObjectRef.of(BuiltInTypes.POD, tree), null);
        entry.pods().add(pod);
        context.event(
                owner.get(),
                Happening.normal("SuccessfulCreate", "Created pod: " + pod.ref.name(), "job-controller"),
                "");
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
        boolean done = node != null && context.move(entry, node, state);
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
        context.edit(entry.ref(), tree -> Jobs.finished(tree, success, started, context.now()));
        if (success) {
            context.edit(
                    cronJob.ref,
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
            context.delete(each.ref);
            context.model().forget(each);
        }
        context.delete(oldest.ref());
        return true;
    }
}
