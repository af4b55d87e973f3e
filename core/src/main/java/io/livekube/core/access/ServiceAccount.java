package io.livekube.core.access;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Service account of a pod: files that Kubernetes mounts and keeps up to date, and two environment variables.
record ServiceAccount(Path directory, Map<String, String> environment) {
    static final Duration READ_AGAIN_AFTER = Duration.ofMinutes(1);
    static final Path MOUNTED = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    boolean present() {
        return Files.isReadable(directory.resolve("token")) && environment.containsKey("KUBERNETES_SERVICE_HOST");
    }

    URI server() {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        if (host.isEmpty() || !port.matches("[0-9]{1,5}")) {
            throw new AccessException(
                    "not running in a pod: KUBERNETES_SERVICE_HOST is '%s' and KUBERNETES_SERVICE_PORT is '%s', which Kubernetes"
                                    .formatted(host, port)
                            + " sets in every container; name a kubeconfig instead");
        }
        return ServerAddress.parse(
                "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port,
                "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT");
    }

    Path authority() {
        Path file = directory.resolve("ca.crt");
        if (!Files.isReadable(file)) {
            throw new AccessException(
                    "the service account in %s has no readable ca.crt: is it mounted completely?".formatted(directory));
        }
        return file;
    }

    ResolvedCredentials credentials(Instant now) {
        Path token = directory.resolve("token");
        if (!Files.isReadable(token)) {
            throw new AccessException(
                    "not running in a pod with a service account: no token at %s; is automountServiceAccountToken off?"
                            .formatted(token));
        }
        return credentials(token, now);
    }

    /// The token in a file that is kept up to date from outside.
    static ResolvedCredentials credentials(Path tokenFile, Instant now) {
        try {
            String token = Files.readString(tokenFile).strip();
            if (token.isEmpty()) {
                throw new AccessException("the token file " + tokenFile + " is empty");
            }
            return ResolvedCredentials.token(token, "the file " + tokenFile, Optional.of(now.plus(READ_AGAIN_AFTER)));
        } catch (IOException e) {
            throw new AccessException("the token file " + tokenFile + " can't be read: " + e.getMessage(), e);
        }
    }
}
