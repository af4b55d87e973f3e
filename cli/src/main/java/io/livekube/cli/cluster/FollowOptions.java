package io.livekube.cli.cluster;

import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.core.access.AccessException;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Kubeconfig;
import io.livekube.cli.terminal.DurationConverter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which cluster is followed, which of its kinds, and how patiently: the same for the agent that does it
/// and for the doctor who looks whether it can be done.
public final class FollowOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "The way to the cluster (default: in a pod its service account, else as kubectl does).")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "A context of the kubeconfig (default: the current one).")
    private @Nullable String context;

    @Option(
            names = "--resource-types",
            paramLabel = "TYPE",
            split = ",",
            description = "Only these: Pod, deployments.apps, widgets.example.org (default: all usual kinds).")
    private List<String> resourceTypes = List.of();

    @Option(
            names = "--crds",
            paramLabel = "WHICH",
            description = "Custom resources: none, all, or API groups and single kinds, such as"
                    + " example.org,widgets.example.com (default: all, but none beside --resource-types).")
    private @Nullable String crds;

    @Option(
            names = "--page-size",
            paramLabel = "N",
            defaultValue = "500",
            description = "Objects in a page of a LIST; an agent halves it by itself when pages time out (default:"
                    + " ${DEFAULT-VALUE}).")
    private int pageSize;

    @Option(
            names = "--request-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = DurationConverter.class,
            description = "How long the API server may take to begin an answer (default: ${DEFAULT-VALUE}).")
    private Duration requestTimeout = Duration.ofSeconds(60);

    @Option(
            names = "--sync-timeout",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationConverter.class,
            description = "After how long a kind that is not synced is said to be late; more than --request-timeout"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration syncTimeout = Duration.ofMinutes(2);

    /// The way to the cluster.
    ///
    /// @throws CommandFailure if there is none
    public ApiAccess access() {
        Optional<String> name = Optional.ofNullable(context);
        boolean inPod = System.getenv("KUBERNETES_SERVICE_HOST") != null && System.getenv("KUBECONFIG") == null;
        if (kubeconfig == null && inPod && name.isEmpty()) {
            try {
                return Kubeconfig.inCluster();
            } catch (AccessException e) {
                throw new CommandFailure(String.valueOf(e.getMessage()), e);
            }
        }
        return ClusterAccess.of(Optional.ofNullable(kubeconfig), name);
    }

    /// The kinds that are followed.
    ///
    /// @param secrets whether secrets are, without their values
    /// @throws IllegalArgumentException if something here is no kind
    public KindSelection kinds(boolean secrets) {
        return KindSelection.of(resourceTypes, Optional.ofNullable(crds).map(CustomKinds::parse), secrets);
    }

    public int pageSize() {
        return pageSize;
    }

    public Duration requestTimeout() {
        return requestTimeout;
    }

    public Duration syncTimeout() {
        return syncTimeout;
    }
}
