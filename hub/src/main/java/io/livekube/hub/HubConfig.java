package io.livekube.hub;

import io.livekube.hub.control.ControlConfig;
import io.livekube.hub.read.ReadConfig;
import io.livekube.hub.transport.HttpConfig;
import io.livekube.hub.watch.WatchConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/// Configuration of a hub.
///
/// A hub that other machines can reach needs TLS and reader tokens, unless each is waived explicitly.
///
/// @param http the address to listen on
/// @param access tokens of agents and readers
/// @param control when clusters are synced, and how tasks are handed to agents
/// @param reads live reads, pages and past versions
/// @param watches how many watches there may be
/// @param stateFile file for cluster settings; empty to keep them in memory only
/// @param version version of this build
public record HubConfig(
        HttpConfig http,
        HubAccess access,
        ControlConfig control,
        ReadConfig reads,
        WatchConfig watches,
        Optional<Path> stateFile,
        String version) {
    public HubConfig {
        if (!isLoopback(http.host())) {
            if (http.tls().isEmpty() && !access.plainHttp()) {
                throw new IllegalArgumentException(
                        "%s is reachable from other machines: set a certificate (--tls-cert, --tls-key) or allow --plain-http"
                                .formatted(http.host()));
            }
            if (access.readerTokensFile().isEmpty() && !access.anonymousReaders()) {
                throw new IllegalArgumentException(
                        "%s is reachable from other machines: set --reader-token-file or allow --anonymous-readers"
                                .formatted(http.host()));
            }
        }
    }

    /// Defaults: reachable from this machine only, on any free port.
    public static HubConfig defaults(Path tokensFile) {
        return new HubConfig(
                new HttpConfig("127.0.0.1", 0, Optional.empty()),
                HubAccess.onThisMachine(tokensFile),
                ControlConfig.defaults(),
                ReadConfig.defaults(),
                WatchConfig.defaults(),
                Optional.empty(),
                "0.1.0");
    }

    public HubConfig withHttp(HttpConfig changed) {
        return new HubConfig(changed, access, control, reads, watches, stateFile, version);
    }

    public HubConfig withAccess(HubAccess changed) {
        return new HubConfig(http, changed, control, reads, watches, stateFile, version);
    }

    public HubConfig withReaderTokensFile(Path changed) {
        return withAccess(access.withReaderTokensFile(changed));
    }

    public HubConfig withControl(ControlConfig changed) {
        return new HubConfig(http, access, changed, reads, watches, stateFile, version);
    }

    public HubConfig withReads(ReadConfig changed) {
        return new HubConfig(http, access, control, changed, watches, stateFile, version);
    }

    public HubConfig withWatches(WatchConfig changed) {
        return new HubConfig(http, access, control, reads, changed, stateFile, version);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("cannot resolve the address to listen on: " + host, e);
        }
    }
}
