package io.livekube.cli.cluster;

import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.DurationConverter;
import io.livekube.core.access.AccessException;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Kubeconfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options that `agent` and `doctor` share: which cluster and kinds to follow, and timeouts.
public final class FollowOptions {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "Kubeconfig of the cluster (default: in a pod its service account, otherwise as kubectl does).")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "Context of the kubeconfig (default: the current one).")
    private @Nullable String context;

    @Option(
            names = "--resource-types",
            paramLabel = "TYPE",
            split = ",",
            description =
                    "Kinds to follow: Pod, deployments.apps, widgets.example.org (default: all built-in kinds that"
                            + " Livekube follows).")
    private List<String> resourceTypes = List.of();

    @Option(
            names = "--crds",
            paramLabel = "WHICH",
            description = "Custom resources to follow: none, all, or API groups and resources such as"
                    + " example.org,widgets.example.com (default: all, or none with --resource-types).")
    private @Nullable String crds;

    @Option(
            names = "--page-size",
            paramLabel = "N",
            description =
                    "Objects per LIST page; the agent halves it when pages time out (default:" + " ${DEFAULT-VALUE}).")
    private int pageSize = 500;

    @Option(
            names = "--request-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = DurationConverter.class,
            description = "Timeout for the first byte of an API server's response (default: ${DEFAULT-VALUE}).")
    private Duration requestTimeout = Duration.ofSeconds(60);

    @Option(
            names = "--sync-timeout",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationConverter.class,
            description = "Time after which a kind that has not synced is reported; must exceed --request-timeout"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration syncTimeout = Duration.ofMinutes(2);

    /// Access to the cluster.
    ///
    /// @throws CommandFailure if the kubeconfig or service account cannot be used
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

    /// The kinds to follow.
    ///
    /// @param secrets whether to include secrets, without their values
    /// @throws IllegalArgumentException if a name is not a valid kind
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
