package io.livekube.testkit.controlplane;

import io.livekube.testkit.ApiEndpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/// Writes kubeconfig files with one context, named `livekube-test`.
final class KubeconfigWriter {
    private KubeconfigWriter() {}

    static Path write(Path file, ApiEndpoint endpoint) {
        byte[] ca = endpoint.caPem().orElseThrow().getBytes(StandardCharsets.US_ASCII);
        try {
            return Files.writeString(file, """
                    apiVersion: v1
                    kind: Config
                    current-context: livekube-test
                    contexts:
                    - name: livekube-test
                      context:
                        cluster: livekube-test
                        user: livekube-test
                    clusters:
                    - name: livekube-test
                      cluster:
                        server: %s
                        certificate-authority-data: %s
                    users:
                    - name: livekube-test
                      user:
                        token: %s
                    """.formatted(
                            endpoint.url(),
                            Base64.getEncoder().encodeToString(ca),
                            endpoint.token().orElseThrow()));
        } catch (IOException e) {
            throw new ControlPlaneException("cannot write " + file, e);
        }
    }
}
