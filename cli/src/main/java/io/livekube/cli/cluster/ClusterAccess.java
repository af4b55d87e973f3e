package io.livekube.cli.cluster;

import io.livekube.cli.terminal.CommandFailure;
import io.livekube.cli.terminal.ConnectionFailure;
import io.livekube.core.access.AccessException;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Kubeconfig;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.http.ClientConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Access to a cluster through a kubeconfig, and a check that its API server responds.
public final class ClusterAccess {
    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    private ClusterAccess() {}

    /// Access through a context.
    ///
    /// @param file if empty, the kubeconfig that kubectl would use
    /// @param context if empty, the current context
    public static ApiAccess of(Optional<Path> file, Optional<String> context) {
        try {
            return file.isPresent() ? Kubeconfig.file(file.get(), context) : Kubeconfig.find(context);
        } catch (AccessException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    public static Kubeconfig.Contexts contexts(Optional<Path> file) {
        try {
            return Kubeconfig.contexts(file);
        } catch (AccessException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    /// Requests `/version` and describes the problem, if any; empty if the server responds.
    public static Optional<String> problem(ApiAccess access) throws InterruptedException {
        ClientConfig config =
                ClientConfig.defaults().withTimeouts(TIMEOUT, TIMEOUT).withConnectTimeout(TIMEOUT);
        try (var client = new ApiClient(access, config)) {
            ApiResponse.Raw response = get(client, "/version", "application/json", false);
            response.body().close();
            return switch (response.status()) {
                case 200, 403 -> Optional.empty();
                case 401 ->
                    Optional.of("%s rejected the credentials (401); the token may have expired, log in again"
                            .formatted(access.server()));
                default ->
                    Optional.of("%s returned HTTP %d, which an API server does not; check the server in the kubeconfig"
                            .formatted(access.server(), response.status()));
            };
        } catch (AccessException e) {
            return Optional.of("%s rejected the credentials (401), and they cannot be renewed: %s"
                    .formatted(access.server(), e.getMessage()));
        } catch (IOException e) {
            return Optional.of("cannot reach %s (%s); check that the cluster is up and reachable"
                    .formatted(access.server(), ConnectionFailure.describe(e)));
        }
    }

    /// Sends a GET; renews the credentials and repeats it once if they are rejected.
    ///
    /// @throws AccessException if the credentials cannot be renewed
    public static ApiResponse.Raw get(ApiClient client, String pathAndQuery, String accept, boolean gzip)
            throws IOException, InterruptedException {
        ApiResponse.Raw response = client.ask(pathAndQuery, accept, gzip, false).raw();
        if (response.status() != 401) {
            return response;
        }
        response.body().close();
        client.credentials().refresh();
        return client.ask(pathAndQuery, accept, gzip, false).raw();
    }
}
