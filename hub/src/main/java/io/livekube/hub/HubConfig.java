package io.livekube.hub;

import io.livekube.hub.cluster.IngestExecutorConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.transport.HttpConfig;
import io.livekube.hub.transport.HttpLimits;
import io.livekube.hub.watch.WatchConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/// How a hub serves, whom, and how much it takes.
///
/// A hub that others than this machine can reach needs TLS and readers' tokens, or to be told that it
/// does not.
///
/// @param http where it listens
/// @param access who may write, and who may read
/// @param intake how much is taken in of what agents send
/// @param control when clusters are synced, and how their agents are asked
/// @param watches how many watches there may be, and how they are kept
/// @param stateFile where settings of clusters outlive the process; empty if they need not
/// @param version of this build
public record HubConfig(
        HttpConfig http,
        HubAccess access,
        IntakeConfig intake,
        ControlConfig control,
        WatchConfig watches,
        Optional<Path> stateFile,
        String version) {
    public HubConfig {
        int polls = http.limits().requests().polls();
        if (polls < intake.maxClusters()) {
            throw new IllegalArgumentException("each of %,d clusters needs to wait for tasks, and %,d requests may"
                    .formatted(intake.maxClusters(), polls));
        }
        if (!isLoopback(http.host())) {
            if (http.tls().isEmpty() && !access.plainHttp()) {
                throw new IllegalArgumentException(
                        "others can reach %s: give a certificate (--tls-cert, --tls-key) or allow --plain-http"
                                .formatted(http.host()));
            }
            if (access.readerTokensFile().isEmpty() && !access.anonymousReaders()) {
                throw new IllegalArgumentException(
                        "others can reach %s: give --reader-token-file or allow --anonymous-readers"
                                .formatted(http.host()));
            }
        }
    }

    /// On this machine only, on any free port.
    public static HubConfig defaults(Path tokensFile) {
        IntakeConfig intake = IntakeConfig.defaults();
        HttpLimits limits = HttpLimits.defaults(intake.protocol().bodyBytes());
        return new HubConfig(
                new HttpConfig("127.0.0.1", 0, Optional.empty(), limits),
                HubAccess.onThisMachine(tokensFile),
                intake,
                ControlConfig.defaults(),
                WatchConfig.defaults(),
                Optional.empty(),
                "0.1.0");
    }

    public HubConfig withHttp(HttpConfig changed) {
        return new HubConfig(changed, access, intake, control, watches, stateFile, version);
    }

    public HubConfig withAccess(HubAccess changed) {
        return new HubConfig(http, changed, intake, control, watches, stateFile, version);
    }

    public HubConfig withReaderTokensFile(Path changed) {
        return withAccess(access.withReaderTokensFile(changed));
    }

    public HubConfig withReception(IngestExecutorConfig changed) {
        return new HubConfig(http, access, intake.withReception(changed), control, watches, stateFile, version);
    }

    public HubConfig withControl(ControlConfig changed) {
        return new HubConfig(http, access, intake, changed, watches, stateFile, version);
    }

    public HubConfig withWatches(WatchConfig changed) {
        return new HubConfig(http, access, intake, control, changed, stateFile, version);
    }

    public HubConfig withStateFile(Path changed) {
        return new HubConfig(http, access, intake, control, watches, Optional.of(changed), version);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("there is no address " + host + " to listen on", e);
        }
    }
}
