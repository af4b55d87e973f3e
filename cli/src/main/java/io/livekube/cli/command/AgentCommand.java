package io.livekube.cli.command;

import io.livekube.agent.Agent;
import io.livekube.agent.AgentConfig;
import io.livekube.agent.kinds.KindSelection;
import io.livekube.agent.sync.UplinkConfig;
import io.livekube.cli.cluster.FollowOptions;
import io.livekube.cli.hubclient.HubUrlConverter;
import io.livekube.cli.process.AgentHealthEndpoint;
import io.livekube.cli.process.BuildVersion;
import io.livekube.cli.process.ListenAddress;
import io.livekube.cli.process.StopSignal;
import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.UsageErrors;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.InformerConfig;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        description = "Follow one cluster and push its state to a hub.",
        footer = {
            "",
            "Examples:",
            "  livekube agent --hub https://hub.example.org --cluster demo --token-file token",
            "  livekube agent --hub http://127.0.0.1:8080 --cluster demo --token-file token --context kind-demo",
            "  livekube agent --hub https://hub.example.org --cluster demo --token-file token --resource-types Pod,Event"
        })
public final class AgentCommand implements Runnable {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    @Option(
            names = "--hub",
            paramLabel = "URL",
            required = true,
            converter = HubUrlConverter.class,
            description = "URL of the hub.")
    private @Nullable URI hub;

    @Option(names = "--cluster", paramLabel = "NAME", required = true, description = "Name of this cluster in the hub.")
    private @Nullable String cluster;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            required = true,
            description = "File with this cluster's token for the hub.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--hub-ca-file",
            paramLabel = "FILE",
            description = "CA certificates that sign the hub's certificate, PEM (default: the system's).")
    private @Nullable Path hubCaFile;

    @Mixin
    private FollowOptions following = new FollowOptions();

    @Option(
            names = "--secrets",
            paramLabel = "HOW",
            description = "off, or metadata: sync the names and keys of secrets; values never leave the cluster"
                    + " (default: ${DEFAULT-VALUE}).")
    private String secrets = "off";

    @Option(
            names = "--min-interval",
            paramLabel = "MS",
            description = "Minimum interval in ms between pushes; a higher value coalesces more changes (default:"
                    + " ${DEFAULT-VALUE}).")
    private int minInterval = 20;

    @Option(
            names = "--max-interval",
            paramLabel = "MS",
            description = "Maximum interval in ms between pushes that a busy hub may set (default: ${DEFAULT-VALUE}).")
    private int maxInterval = 3000;

    @Option(
            names = "--qps",
            paramLabel = "N",
            defaultValue = "50",
            description = "Requests per second to the API server (default: ${DEFAULT-VALUE}).")
    private double qps;

    @Option(
            names = "--gzip",
            paramLabel = "on|off",
            description = "Accept gzipped LIST responses (default: ${DEFAULT-VALUE}).")
    private String gzip = "on";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "Serve /healthz, /readyz and /metrics on this address without authentication (default: disabled).")
    private @Nullable String listen;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        AgentConfig config = config();
        Optional<InetSocketAddress> vitals =
                Optional.ofNullable(listen).map(text -> UsageErrors.valid(spec, () -> ListenAddress.parse(text)));
        ApiAccess access = following.access();
        try (StopSignal stop = StopSignal.install(spec.commandLine().getOut());
                Agent agent = agent(config, access);
                var _ = vitals.map(at -> AgentHealthEndpoint.serve(at, agent)).orElse(null)) {
            var _ = agent.defect().whenComplete((_, _) -> stop.ask());
            agent.start();
            stop.await();
            if (agent.defect().isCompletedExceptionally()) {
                throw new CommandFailure("the agent stopped because of an internal error; see the log above");
            }
        }
    }

    private AgentConfig config() {
        return UsageErrors.valid(
                spec,
                () -> AgentConfig.of(given(hub), given(cluster), given(tokenFile))
                        .withHubCaFile(Optional.ofNullable(hubCaFile))
                        .withKinds(kinds())
                        .withUplink(
                                UplinkConfig.defaults()
                                        .withIntervals(Duration.ofMillis(minInterval), Duration.ofMillis(maxInterval)),
                                REQUEST_TIMEOUT)
                        .withFollowing(client(), informers())
                        .withVersion(BuildVersion.livekube()));
    }

    private ClientConfig client() {
        boolean compressed = switch (gzip) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("--gzip must be on or off, not '" + gzip + "'");
        };
        ClientConfig defaults = ClientConfig.defaults();
        return defaults.withGzip(compressed)
                .withTimeouts(following.requestTimeout(), defaults.bodyIdle())
                .withQps(qps);
    }

    private InformerConfig informers() {
        if (following.syncTimeout().compareTo(following.requestTimeout()) <= 0) {
            throw new IllegalArgumentException(
                    "--sync-timeout must be longer than --request-timeout; otherwise a slow LIST can never finish");
        }
        InformerConfig defaults = InformerConfig.defaults();
        return defaults.withSyncTimeout(following.syncTimeout())
                .withReflector(defaults.reflector().withPageSize(following.pageSize()));
    }

    private KindSelection kinds() {
        boolean metadata = switch (secrets) {
            case "off" -> false;
            case "metadata" -> true;
            default -> throw new IllegalArgumentException("--secrets must be off or metadata, not '" + secrets + "'");
        };
        return following.kinds(metadata);
    }

    private static Agent agent(AgentConfig config, ApiAccess access) {
        try {
            return new Agent(config, access);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static <T> T given(@Nullable T required) {
        if (required == null) {
            throw new IllegalStateException("picocli accepted the command without a required option");
        }
        return required;
    }
}
