package io.livekube.simulator.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Configs;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.Jobs;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
import io.livekube.simulator.cluster.object.PodTemplates;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Creates a cron job with its most recent jobs and their pods.
final class CronJobMaker {
    private final ClusterBuilder builder;
    private final Dice dice;

    CronJobMaker(ClusterBuilder builder) {
        this.builder = builder;
        this.dice = builder.dice();
    }

    void make(Application app, int runs) {
        Instant created = builder.within(Duration.ofDays(200)).minus(Duration.ofDays(1));
        ObjectNode template = PodTemplates.job(app.name(), app.labels("job"), dice);
        builder.add(Configs.configMap(app.metadata("-config", dice, created), 10, dice));
        builder.add(Configs.opaque(app.metadata("-credentials", dice, created)));
        Instant lastRun = builder.now().truncatedTo(ChronoUnit.HOURS);
        ObjectNode cronJob = Jobs.cronJob(
                app.metadata(dice, created).labelled(app.labels("job")),
                template,
                dice.below(60) + " * * * *",
                lastRun);
        builder.add(cronJob);
        for (int run = 0; run < runs; run++) {
            run(
                    app,
                    cronJob,
                    template,
                    lastRun.minus(Duration.ofHours(run)).minusSeconds(600),
                    run == 0 && dice.chance(0.1));
        }
    }

    private void run(Application app, ObjectNode cronJob, ObjectNode template, Instant started, boolean failed) {
        String name = app.name() + "-" + started.getEpochSecond() / 60;
        ObjectNode job =
                Jobs.job(Metadata.of(app.namespace(), name, dice, started).ownedBy(cronJob), template);
        Instant finished = started.plusSeconds(dice.between(10, 300));
        Jobs.finished(job, !failed, started, finished);
        builder.add(job);
        PodPrototype prototype = PodPrototype.of(job);
        builder.pod(
                prototype.pod(started, dice), failed ? PodState.FAILED : PodState.COMPLETED, builder.place(), finished);
    }
}
