package io.livekube.hub;

import io.livekube.hub.cluster.ReceptionConfig;
import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.http.HttpConfig;
import io.livekube.hub.http.HttpLimits;
import io.livekube.hub.ingest.IngestConfig;
import io.livekube.protocol.Limits;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// How a hub serves, whom, and how much it takes.
///
/// A hub that others than this machine can reach needs TLS and readers' tokens, or to be told that it
/// does not.
///
/// @param http where it listens
/// @param access who may write, and who may read
/// @param maxClusters how many clusters there may be
/// @param protocol what a batch may have at most
/// @param reception how much is taken in at once
/// @param ingest how much is taken of one cluster
/// @param control when clusters are synced, and how their agents are asked
/// @param stateFile where settings of clusters outlive the process; empty if they need not
/// @param snapshotSlots how many clusters may send snapshots at the same time
/// @param snapshotSlotIdle after which time without a chunk a slot is free again
/// @param version of this build
public record HubConfig(
        HttpConfig http,
        HubAccess access,
        int maxClusters,
        Limits protocol,
        ReceptionConfig reception,
        IngestConfig ingest,
        ControlConfig control,
        Optional<Path> stateFile,
        int snapshotSlots,
        Duration snapshotSlotIdle,
        String version) {
    public HubConfig {
        if (maxClusters < 1 || snapshotSlots < 1) {
            throw new IllegalArgumentException("maxClusters and snapshotSlots must be at least 1");
        }
        if (http.limits().polls() < maxClusters) {
            throw new IllegalArgumentException("each of %,d clusters needs to wait for tasks, and %,d requests may"
                    .formatted(maxClusters, http.limits().polls()));
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
        Limits protocol = Limits.defaults();
        return new HubConfig(
                new HttpConfig("127.0.0.1", 0, Optional.empty(), HttpLimits.defaults(protocol.bodyBytes())),
                HubAccess.onThisMachine(tokensFile),
                1_000,
                protocol,
                ReceptionConfig.defaults(),
                IngestConfig.defaults(),
                ControlConfig.defaults(),
                Optional.empty(),
                8,
                Duration.ofSeconds(30),
                "0.1.0");
    }

    public HubConfig withHttp(HttpConfig changed) {
        return new HubConfig(
                changed,
                access,
                maxClusters,
                protocol,
                reception,
                ingest,
                control,
                stateFile,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withAccess(HubAccess changed) {
        return new HubConfig(
                http,
                changed,
                maxClusters,
                protocol,
                reception,
                ingest,
                control,
                stateFile,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withReaderTokensFile(Path changed) {
        return withAccess(access.withReaderTokensFile(changed));
    }

    public HubConfig withReception(ReceptionConfig changed) {
        return new HubConfig(
                http,
                access,
                maxClusters,
                protocol,
                changed,
                ingest,
                control,
                stateFile,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withIngest(IngestConfig changed) {
        return new HubConfig(
                http,
                access,
                maxClusters,
                protocol,
                reception,
                changed,
                control,
                stateFile,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withControl(ControlConfig changed) {
        return new HubConfig(
                http,
                access,
                maxClusters,
                protocol,
                reception,
                ingest,
                changed,
                stateFile,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withStateFile(Path changed) {
        return new HubConfig(
                http,
                access,
                maxClusters,
                protocol,
                reception,
                ingest,
                control,
                Optional.of(changed),
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withVersion(String changed) {
        return new HubConfig(
                http,
                access,
                maxClusters,
                protocol,
                reception,
                ingest,
                control,
                stateFile,
                snapshotSlots,
                snapshotSlotIdle,
                changed);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("there is no address " + host + " to listen on", e);
        }
    }
}
