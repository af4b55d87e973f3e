package io.livekube.cli.hubclient;

import io.livekube.agent.uplink.HubTrust;
import io.livekube.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Options of commands that query a hub: its URL, a token, a CA.
public final class HubOptions {
    @Option(
            names = "--hub",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            converter = HubUrlConverter.class,
            description = "URL of the hub (default: ${DEFAULT-VALUE}).")
    private URI hub = URI.create("");

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with your reader's token (default: none; a hub on this machine may not require one).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--hub-ca-file",
            paramLabel = "FILE",
            description = "CA certificates that sign the hub's certificate, PEM (default: the system's).")
    private @Nullable Path caFile;

    public HubClient client() {
        return new HubClient(
                hub,
                Optional.ofNullable(tokenFile).map(HubOptions::token),
                Optional.ofNullable(caFile).map(file -> trust(file)));
    }

    public Optional<Path> tokenFile() {
        return Optional.ofNullable(tokenFile);
    }

    public Optional<Path> caFile() {
        return Optional.ofNullable(caFile);
    }

    private static String token(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new CommandFailure("token file %s: expected exactly one token".formatted(file));
            }
            return token;
        } catch (IOException e) {
            throw new CommandFailure(
                    "token file %s: cannot read it; check that it exists and is readable".formatted(file), e);
        }
    }

    private static javax.net.ssl.SSLContext trust(Path file) {
        try {
            return HubTrust.of(Optional.of(file));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }
}
