package io.livekube.cli.ask;

import io.livekube.agent.uplink.HubTrust;
import io.livekube.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Which hub to ask, and as whom.
final class HubOptions {
    @Option(
            names = "--hub",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "The hub's address (default: ${DEFAULT-VALUE}).")
    private String hub = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "Holds your reader's token (default: none; a hub on this machine may want none).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--hub-ca-file",
            paramLabel = "FILE",
            description = "Certificates to trust the hub by, as PEM (default: those of the system).")
    private @Nullable Path caFile;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    HubClient client() {
        return new HubClient(
                address(),
                Optional.ofNullable(tokenFile).map(HubOptions::token),
                Optional.ofNullable(caFile).map(file -> trust(file)));
    }

    Optional<Path> tokenFile() {
        return Optional.ofNullable(tokenFile);
    }

    Optional<Path> caFile() {
        return Optional.ofNullable(caFile);
    }

    private URI address() {
        try {
            URI address = new URI(hub.replaceAll("/+$", ""));
            boolean http = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
            if (http && address.getHost() != null && address.getQuery() == null) {
                return address;
            }
        } catch (URISyntaxException e) {
            throw wrong(e);
        }
        throw wrong(null);
    }

    private ParameterException wrong(@Nullable Exception cause) {
        return new ParameterException(
                spec.commandLine(),
                "'%s' is not a hub's address (expected https://host or http://host:port)".formatted(hub),
                cause);
    }

    private static String token(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new CommandFailure("the token file %s must hold one token and nothing else".formatted(file));
            }
            return token;
        } catch (IOException e) {
            throw new CommandFailure("the token file %s can't be read: does it exist?".formatted(file), e);
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
