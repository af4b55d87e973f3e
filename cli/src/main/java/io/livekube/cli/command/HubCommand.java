package io.livekube.cli.command;

import io.livekube.cli.process.BuildVersion;
import io.livekube.cli.process.HubLauncher;
import io.livekube.cli.process.StopSignal;
import io.livekube.cli.process.TlsFiles;
import io.livekube.cli.terminal.DurationConverter;
import io.livekube.cli.terminal.UsageErrors;
import io.livekube.hub.Hub;
import io.livekube.hub.HubAccess;
import io.livekube.hub.HubConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.control.SyncMode;
import io.livekube.hub.transport.HttpConfig;
import io.livekube.hub.watch.WatchConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "hub",
        mixinStandardHelpOptions = true,
        description = "Run a hub: receive the state of clusters from their agents and serve it.",
        footer = {
            "",
            "Examples:",
            "  echo \"demo $(openssl rand -hex 32)\" > tokens",
            "  livekube hub --tokens-file tokens",
            "  livekube hub --host 0.0.0.0 --tokens-file tokens --tls-cert hub.pem --tls-key hub.key \\",
            "               --reader-token-file readers",
            "  curl http://127.0.0.1:8080/api/v1/clusters/demo"
        })
public final class HubCommand implements Runnable {
    @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on (default: ${DEFAULT-VALUE}).")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "N", description = "Port; 0 for any free port (default: ${DEFAULT-VALUE}).")
    private int port = 8080;

    @Option(
            names = "--tokens-file",
            paramLabel = "FILE",
            required = true,
            description = "Tokens of agents, one 'CLUSTER TOKEN' or 'CLUSTER sha256:HEX' per line. Reloaded when it"
                    + " changes.")
    private Path tokensFile = Path.of("");

    @Option(
            names = "--reader-token-file",
            paramLabel = "FILE",
            description =
                    "Tokens of readers, one TOKEN or sha256:HEX per line (default: anyone on this machine may read).")
    private @Nullable Path readerTokenFile;

    @Option(names = "--anonymous-readers", description = "Allow reads without a token from other machines.")
    private boolean anonymousReaders;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "TLS certificate chain, PEM.")
    private @Nullable Path tlsCertificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Private key of --tls-cert, PEM.")
    private @Nullable Path tlsKey;

    @Option(names = "--plain-http", description = "Serve without TLS on an address that other machines can reach.")
    private boolean plainHttp;

    @Option(
            names = "--sync-mode",
            paramLabel = "MODE",
            description = "Sync mode of clusters without an explicit setting: auto (while there are readers), on or off"
                    + " (default: ${DEFAULT-VALUE}).")
    private String syncMode = "auto";

    @Option(
            names = "--idle-after",
            paramLabel = "TIME",
            defaultValue = "30m",
            converter = DurationConverter.class,
            description = "In mode auto, stop syncing a cluster after this long without readers, e.g. 90s, 30m, 12h"
                    + " (default: ${DEFAULT-VALUE}).")
    private Duration idleAfter = Duration.ofMinutes(30);

    @Option(
            names = "--state-file",
            paramLabel = "FILE",
            description = "Persist sync modes and resource types in this file (default: they are lost on restart).")
    private @Nullable Path stateFile;

    @Option(
            names = "--strict-reads",
            description =
                    "Answer Kubernetes reads without a resourceVersion with the API server's current state, as an API"
                            + " server does.")
    private boolean strictReads;

    @Option(
            names = "--max-watches",
            paramLabel = "N",
            description = "Maximum number of open Kubernetes watches; more get 429 (default: ${DEFAULT-VALUE}).")
    private int maxWatches = 15000;

    @Option(
            names = "--max-watches-per-reader",
            paramLabel = "N",
            description = "Maximum number per reader: per token, or per IP address if readers have no tokens"
                    + " (default: ${DEFAULT-VALUE}).")
    private int maxWatchesPerReader = 12000;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        HubConfig config = config();
        try (StopSignal stop = StopSignal.install(spec.commandLine().getOut());
                Hub hub = HubLauncher.start(config)) {
            announce(hub);
            stop.await();
        }
    }

    private HubConfig config() {
        return UsageErrors.valid(spec, () -> {
            HubConfig defaults = HubConfig.defaults(tokensFile);
            return new HubConfig(
                    new HttpConfig(host, port, tls()),
                    new HubAccess(plainHttp, tokensFile, Optional.ofNullable(readerTokenFile), anonymousReaders),
                    control(defaults.control()),
                    defaults.reads().withFetch(defaults.reads().fetch().withStrictReads(strictReads)),
                    watches(),
                    Optional.ofNullable(stateFile),
                    BuildVersion.livekube());
        });
    }

    private WatchConfig watches() {
        if (maxWatches < 1 || maxWatchesPerReader < 1) {
            throw new IllegalArgumentException("--max-watches and --max-watches-per-reader must be at least 1");
        }
        return new WatchConfig(maxWatches, maxWatchesPerReader);
    }

    private ControlConfig control(ControlConfig defaults) {
        SyncMode mode = SyncMode.named(syncMode)
                .orElseThrow(() -> new IllegalArgumentException(
                        "--sync-mode must be auto, on or off, not '%s'".formatted(syncMode)));
        return defaults.withActivation(defaults.activation().withMode(mode).withIdleAfter(idleAfter));
    }

    private Optional<HttpConfig.Tls> tls() {
        if (tlsCertificate == null && tlsKey == null) {
            return Optional.empty();
        }
        if (tlsCertificate == null || tlsKey == null) {
            throw new IllegalArgumentException("TLS requires both --tls-cert and --tls-key");
        }
        return Optional.of(TlsFiles.of(tlsCertificate, tlsKey));
    }

    private void announce(Hub hub) {
        PrintWriter out = spec.commandLine().getOut();
        int clusters = hub.expectedClusters();
        out.println("Hub for " + (clusters == 1 ? "1 cluster." : clusters + " clusters."));
        out.println("  serving   " + hub.url());
        out.println("  agents    livekube agent --hub " + hub.url() + " --cluster NAME --token-file FILE");
        out.println("  clusters  curl " + hub.url() + "/api/v1/clusters");
        out.println("Press Ctrl-C to stop.");
        out.flush();
    }
}
