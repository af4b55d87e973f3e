package io.livekube.cli;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.agent.kinds.CustomKinds;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.DurationText;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.kube.AccessException;
import io.livekube.core.kube.ApiAccess;
import io.livekube.core.kube.ClientConfig;
import io.livekube.core.kube.Kubeconfig;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        description = "Follow one cluster and push its state to a hub.",
        footer = {
            "",
            "Without --kubeconfig: the pod's service account when run in a cluster, else what kubectl would use.",
            "",
            "Examples:",
            "  livekube agent --hub https://hub.example.org --cluster demo --token-file token",
            "  livekube agent --hub http://127.0.0.1:8080 --cluster demo --token-file token --context kind-demo",
            "  livekube agent … --resource-types Pod,Deployment,widgets.example.org --secrets metadata"
        })
final class AgentCommand implements Runnable {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    @Option(names = "--hub", paramLabel = "URL", required = true, description = "The hub's address.")
    private @Nullable String hub;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            required = true,
            description = "The name under which the hub knows this cluster.")
    private @Nullable String cluster;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            required = true,
            description = "Holds the token that the hub gave out for this cluster.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--hub-ca-file",
            paramLabel = "FILE",
            description = "Certificates to trust the hub by, as PEM (default: those of the system).")
    private @Nullable Path hubCaFile;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "The way to the cluster.")
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
            description = "Follow only these: Pod, deployments.apps, widgets.example.org (default: all usual kinds).")
    private List<String> resourceTypes = List.of();

    @Option(
            names = "--crds",
            paramLabel = "WHICH",
            description = "Custom resources to follow: none, all, or API groups and single kinds, such as"
                    + " example.org,widgets.example.com (default: all, but none beside"
                    + " --resource-types).")
    private @Nullable String crds;

    @Option(
            names = "--secrets",
            paramLabel = "HOW",
            defaultValue = "off",
            description = "off, or metadata: names and keys of secrets; values never leave the cluster"
                    + " (default: ${DEFAULT-VALUE}).")
    private String secrets = "off";

    @Option(
            names = "--min-interval",
            paramLabel = "MS",
            defaultValue = "20",
            description = "Least milliseconds between two pushes; more coalesces more (default: ${DEFAULT-VALUE}).")
    private int minInterval;

    @Option(
            names = "--max-interval",
            paramLabel = "MS",
            defaultValue = "3000",
            description = "The most that a busy hub can stretch them to (default: ${DEFAULT-VALUE}).")
    private int maxInterval;

    @Option(
            names = "--page-size",
            paramLabel = "N",
            defaultValue = "500",
            description = "Objects in a page of a LIST; halved by itself when pages time out (default:"
                    + " ${DEFAULT-VALUE}).")
    private int pageSize;

    @Option(
            names = "--request-timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            converter = DurationText.class,
            description = "How long the API server may take to begin an answer (default: ${DEFAULT-VALUE}).")
    private Duration requestTimeout = Duration.ofSeconds(60);

    @Option(
            names = "--sync-timeout",
            paramLabel = "TIME",
            defaultValue = "2m",
            converter = DurationText.class,
            description = "After how long a kind that is not synced is said to be late; more than --request-timeout"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration syncTimeout = Duration.ofMinutes(2);

    @Option(
            names = "--qps",
            paramLabel = "N",
            defaultValue = "50",
            description = "Requests a second to the API server (default: ${DEFAULT-VALUE}).")
    private double qps;

    @Option(
            names = "--gzip",
            paramLabel = "on|off",
            defaultValue = "on",
            description = "Whether LISTs may come compressed (default: ${DEFAULT-VALUE}).")
    private String gzip = "on";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Serve /healthz, /readyz and /metrics there, without a token: figures and names of kinds, no"
                    + " objects (default: nowhere).")
    private @Nullable String listen;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        AgentConfig config = config();
        Optional<InetSocketAddress> vitals =
                Optional.ofNullable(listen).map(text -> valid(() -> ListenAddress.parse(text)));
        ApiAccess access = access();
        try (StopSignal stop = StopSignal.install();
                Agent agent = agent(config, access);
                var _ = vitals.map(at -> AgentVitals.serve(at, agent)).orElse(null)) {
            var _ = agent.defect().whenComplete((_, _) -> stop.ask());
            agent.start();
            stop.await();
            if (agent.defect().isCompletedExceptionally()) {
                throw new CommandFailure("the agent has a defect, see the log above");
            }
        }
    }

    private AgentConfig config() {
        return valid(() -> AgentConfig.of(address(given(hub)), given(cluster), given(tokenFile))
                .withHubCaFile(Optional.ofNullable(hubCaFile))
                .withKinds(kinds())
                .withUplink(
                        UplinkConfig.defaults()
                                .withIntervals(Duration.ofMillis(minInterval), Duration.ofMillis(maxInterval)),
                        REQUEST_TIMEOUT)
                .withFollowing(client(), informers())
                .withVersion(Version.livekube()));
    }

    private ClientConfig client() {
        boolean compressed = switch (gzip) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("--gzip is on or off, not '" + gzip + "'");
        };
        ClientConfig defaults = ClientConfig.defaults();
        return defaults.withGzip(compressed)
                .withTimeouts(requestTimeout, defaults.bodyIdle())
                .withQps(qps);
    }

    private InformerConfig informers() {
        if (syncTimeout.compareTo(requestTimeout) <= 0) {
            throw new IllegalArgumentException(
                    "--sync-timeout must be longer than --request-timeout," + " or a slow LIST can never sync");
        }
        InformerConfig defaults = InformerConfig.defaults();
        return defaults.withSyncTimeout(syncTimeout)
                .withReflector(defaults.reflector().withPageSize(pageSize));
    }

    private static URI address(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "'%s' is not a hub's address (expected https://host or http://host:port)".formatted(text), e);
        }
    }

    private KindSelection kinds() {
        boolean metadata = switch (secrets) {
            case "off" -> false;
            case "metadata" -> true;
            default -> throw new IllegalArgumentException("--secrets is off or metadata, not '" + secrets + "'");
        };
        return KindSelection.of(resourceTypes, Optional.ofNullable(crds).map(CustomKinds::parse), metadata);
    }

    private ApiAccess access() {
        Optional<String> name = Optional.ofNullable(context);
        boolean inPod = System.getenv("KUBERNETES_SERVICE_HOST") != null && System.getenv("KUBECONFIG") == null;
        try {
            if (kubeconfig != null) {
                return Kubeconfig.file(kubeconfig, name);
            }
            return inPod && name.isEmpty() ? Kubeconfig.inCluster() : Kubeconfig.find(name);
        } catch (AccessException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static Agent agent(AgentConfig config, ApiAccess access) {
        try {
            return new Agent(config, access);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    /// A value that a flag gave wrongly is the user's mistake, not ours.
    private <T> T valid(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private static <T> T given(@Nullable T required) {
        if (required == null) {
            throw new IllegalStateException("a required option is missing, and was not asked for");
        }
        return required;
    }
}
