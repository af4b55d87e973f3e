package io.livekube.simulator.cluster;

import io.livekube.simulator.cluster.object.Configs;
import io.livekube.simulator.cluster.object.CustomTypes;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.cluster.object.NodeSlot;
import io.livekube.simulator.cluster.object.Nodes;
import io.livekube.simulator.cluster.object.Vocabulary;
import io.livekube.simulator.cluster.object.Volumes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Fills an empty store with a realistic cluster.
///
/// Owners are written before the objects that they own. The same spec leads to the same objects in the same
/// order.
public final class ClusterGenerator {
    private static final String SYSTEM = "kube-system";
    private static final String MONITORING = "monitoring";
    private static final List<String> SYSTEM_NAMESPACES =
            List.of("default", "kube-node-lease", "kube-public", SYSTEM, MONITORING);
    private static final Duration CLUSTER_AGE = Duration.ofDays(400);
    private static final double EVICTED = 0.05;

    private final ClusterBuilder builder;
    private final ClusterSpec spec;
    private final ClusterPlan plan;
    private final Dice dice;
    private final Set<Application> taken = new HashSet<>();
    private final List<String> namespaces;

    private ClusterGenerator(ObjectStore store, ClusterSpec spec, ProgressListener listener) {
        this.spec = spec;
        this.dice = new Dice(spec.seed());
        this.plan = ClusterPlan.of(spec, dice);
        this.builder = new ClusterBuilder(store, spec, listener, plan.nodes(), dice);
        this.namespaces = new ArrayList<>(plan.namespaces());
        this.namespaces.add("default");
        this.namespaces.add(MONITORING);
    }

    public static ClusterSummary populate(ObjectStore store, ClusterSpec spec, ProgressListener listener) {
        return new ClusterGenerator(store, spec, listener).populate();
    }

    private ClusterSummary populate() {
        Instant born = spec.now().minus(CLUSTER_AGE);
        addFoundations(born);
        addWorkloads();
        List<String> images = builder.images();
        for (NodeSlot node : builder.nodes()) {
            builder.add(Nodes.node(node, images, born.plus(dice.upTo(Duration.ofDays(90))), spec.now(), dice));
        }
        return builder.summary();
    }

    private void addFoundations(Instant born) {
        List<String> all = new ArrayList<>(SYSTEM_NAMESPACES);
        all.addAll(plan.namespaces());
        for (String name : all) {
            builder.addIfMissing(Configs.namespace(Metadata.of(name, dice, born)));
            builder.add(Configs.serviceAccount(Metadata.of(name, "default", dice, born)));
            builder.add(Configs.configMap(Metadata.of(name, "kube-root-ca.crt", dice, born), 20, dice));
            builder.add(Configs.registryLogin(Metadata.of(name, "registry-login", dice, born)));
        }
        builder.add(Volumes.storageClass(StatefulSetMaker.STORAGE_CLASS, true, dice, born));
        builder.add(Volumes.storageClass("io2", false, dice, born));
        for (ResourceType type : CustomTypes.all()) {
            builder.add(CustomTypes.definition(type, dice, born));
        }
    }

    private void addWorkloads() {
        SupportingObjects supporting = new SupportingObjects(builder);
        DaemonSetMaker daemonSets = new DaemonSetMaker(builder);
        if (plan.daemonSets() > 0) {
            daemonSets.make(new Application(SYSTEM, "kube-proxy"), "kube-proxy:v1.36.3");
            daemonSets.make(new Application(MONITORING, "node-exporter"), "monitoring/node-exporter:v1.10.2");
        }
        CronJobMaker cronJobs = new CronJobMaker(builder);
        for (int left = plan.jobPods(); left > 0; ) {
            int runs = Math.min(left, dice.between(1, 3));
            cronJobs.make(application(Vocabulary.SUBJECTS, Vocabulary.CHORES), runs);
            left -= runs;
        }
        StatefulSetMaker statefulSets = new StatefulSetMaker(builder, supporting);
        for (int left = plan.statefulPods(); left > 0; ) {
            int replicas = Math.min(left, dice.chance(0.7) ? 3 : 5);
            statefulSets.make(application(Vocabulary.SUBJECTS, Vocabulary.STORES), replicas);
            left -= replicas;
        }
        DeploymentMaker deployments = new DeploymentMaker(builder, supporting);
        if (builder.podsLeft() >= 10) {
            deployments.make(new Application(SYSTEM, "coredns"), 2, 0);
        }
        while (builder.podsLeft() > 0) {
            int left = builder.podsLeft();
            int replicas = Math.min(left, ClusterPlan.replicas(spec.pods(), dice));
            int evicted = Math.min(left - replicas, dice.chance(EVICTED) ? 1 : 0);
            deployments.make(application(Vocabulary.SUBJECTS, Vocabulary.ROLES), replicas, evicted);
        }
    }

    /// A name that is unused in its namespace.
    private Application application(List<String> subjects, List<String> roles) {
        String namespace = dice.pick(namespaces);
        String name = dice.pick(subjects) + "-" + dice.pick(roles);
        Application app = new Application(namespace, name);
        for (int number = 2; !taken.add(app); number++) {
            app = new Application(namespace, name + "-" + number);
        }
        return app;
    }
}
