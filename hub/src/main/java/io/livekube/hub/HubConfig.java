package io.livekube.hub;

import io.livekube.hub.cluster.ReceptionConfig;
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
/// @param plainHttp do without TLS on an address that others can reach
/// @param tokensFile one `cluster token` a line; read again when it changes
/// @param readerTokensFile one token a line; without it anyone may read who can reach the hub
/// @param anonymousReaders let anyone read on an address that others can reach
/// @param maxClusters how many clusters there may be
/// @param protocol what a batch may have at most
/// @param reception how much is taken in at once
/// @param ingest how much is taken of one cluster
/// @param snapshotSlots how many clusters may send snapshots at the same time
/// @param snapshotSlotIdle after which time without a chunk a slot is free again
/// @param version of this build
public record HubConfig(
        HttpConfig http,
        boolean plainHttp,
        Path tokensFile,
        Optional<Path> readerTokensFile,
        boolean anonymousReaders,
        int maxClusters,
        Limits protocol,
        ReceptionConfig reception,
        IngestConfig ingest,
        int snapshotSlots,
        Duration snapshotSlotIdle,
        String version) {
    public HubConfig {
        if (maxClusters < 1 || snapshotSlots < 1) {
            throw new IllegalArgumentException("maxClusters and snapshotSlots must be at least 1");
        }
        if (readerTokensFile.isPresent() && anonymousReaders) {
            throw new IllegalArgumentException("readers have tokens or are anonymous, not both");
        }
        if (!isLoopback(http.host())) {
            if (http.tls().isEmpty() && !plainHttp) {
                throw new IllegalArgumentException(
                        "others can reach %s: give a certificate (--tls-cert, --tls-key) or allow --plain-http"
                                .formatted(http.host()));
            }
            if (readerTokensFile.isEmpty() && !anonymousReaders) {
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
                false,
                tokensFile,
                Optional.empty(),
                false,
                1_000,
                protocol,
                ReceptionConfig.defaults(),
                IngestConfig.defaults(),
                8,
                Duration.ofSeconds(30),
                "0.1.0");
    }

    public HubConfig withHttp(HttpConfig changed) {
        return new HubConfig(
                changed,
                plainHttp,
                tokensFile,
                readerTokensFile,
                anonymousReaders,
                maxClusters,
                protocol,
                reception,
                ingest,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withReaderTokensFile(Path changed) {
        return new HubConfig(
                http,
                plainHttp,
                tokensFile,
                Optional.of(changed),
                anonymousReaders,
                maxClusters,
                protocol,
                reception,
                ingest,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withReception(ReceptionConfig changed) {
        return new HubConfig(
                http,
                plainHttp,
                tokensFile,
                readerTokensFile,
                anonymousReaders,
                maxClusters,
                protocol,
                changed,
                ingest,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    public HubConfig withIngest(IngestConfig changed) {
        return new HubConfig(
                http,
                plainHttp,
                tokensFile,
                readerTokensFile,
                anonymousReaders,
                maxClusters,
                protocol,
                reception,
                changed,
                snapshotSlots,
                snapshotSlotIdle,
                version);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("there is no address " + host + " to listen on", e);
        }
    }
}
