package io.livekube.cli.cluster;

import io.livekube.cli.terminal.CommandFailure;
import io.livekube.core.access.AccessException;
import io.livekube.core.access.ApiAccess;
import io.livekube.core.access.Kubeconfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The way to a cluster that a kubeconfig gives, and whether it is open.
public final class ClusterAccess {
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private ClusterAccess() {}

    /// The way that a context gives.
    ///
    /// @param file where kubectl would look, if empty
    /// @param context the current one, if empty
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

    /// Asks the server who it is; what is wrong if it does not tell.
    public static Optional<String> problem(ApiAccess access) throws InterruptedException {
        try (var http = new ApiHttp(access)) {
            HttpResponse<InputStream> answer = http.get("/version", false, PATIENCE);
            answer.body().close();
            return switch (answer.statusCode()) {
                case 200, 403 -> Optional.empty();
                case 401 ->
                    Optional.of("%s does not accept the credentials (401): the token may have expired, log in again"
                            .formatted(access.server()));
                default ->
                    Optional.of("%s answers with HTTP %d, not as an API server does: check the kubeconfig's server"
                            .formatted(access.server(), answer.statusCode()));
            };
        } catch (AccessException e) {
            return Optional.of("%s does not accept the credentials (401), and there are no others: %s"
                    .formatted(access.server(), e.getMessage()));
        } catch (IOException e) {
            return Optional.of("%s can't be reached (%s): is the cluster up, and the way to it open?"
                    .formatted(access.server(), ApiHttp.reason(e)));
        }
    }
}
