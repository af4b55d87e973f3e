package io.livekube.core.informer;

import static io.livekube.core.informer.ControlPlaneScene.PATIENCE;
import static org.awaitility.Awaitility.await;

import io.livekube.testkit.ApiEndpoint;
import io.livekube.testkit.contract.KubeHttp;
import io.livekube.testkit.contract.Reply;
import io.livekube.testkit.contract.Scene;
import io.livekube.testkit.controlplane.ControlPlane;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// While it is open, the API server answers a user's requests in one namespace with 429.
///
/// It uses API Priority and Fairness: a level without seats admits one request at a time, and one is in progress.
final class FullHouse implements AutoCloseable {
    private static final String SETTINGS = "/apis/flowcontrol.apiserver.k8s.io/v1/";

    private final Scene scene;
    private final ApiEndpoint user;
    private final List<Socket> occupants = new ArrayList<>();

    private FullHouse(Scene scene, ApiEndpoint user) {
        this.scene = scene;
        this.user = user;
    }

    /// For `livekube:unprivileged`, who must have the right to create config maps there.
    static FullHouse open(ControlPlane plane, Scene scene) throws IOException {
        var house = new FullHouse(scene, plane.unprivilegedEndpoint());
        plane.apply(level(scene.namespace())).outOrThrow();
        try {
            house.fill();
            return house;
        } catch (RuntimeException | Error e) {
            house.close();
            throw e;
        }
    }

    private void fill() {
        try (KubeHttp http = KubeHttp.to(user)) {
            String schema = scene.api()
                    .get(SETTINGS + "flowschemas/" + scene.namespace())
                    .ok()
                    .at("/metadata/uid")
                    .asText();
            await().atMost(PATIENCE)
                    .until(() -> http.get(scene.configMaps())
                            .header("X-Kubernetes-PF-FlowSchema-UID")
                            .equals(schema));
            // Whoever was in before may leave a moment after he is answered, so one try may not be enough.
            await().atMost(PATIENCE).until(() -> {
                occupy();
                return Stream.generate(() -> http.get(scene.configMaps()))
                        .limit(3)
                        .map(Reply::status)
                        .allMatch(status -> status == 429);
            });
        }
    }

    private static String level(String namespace) {
        return """
                apiVersion: flowcontrol.apiserver.k8s.io/v1
                kind: PriorityLevelConfiguration
                metadata: {name: %1$s}
                spec:
                  type: Limited
                  limited: {nominalConcurrencyShares: 0, borrowingLimitPercent: 0, limitResponse: {type: Reject}}
                ---
                apiVersion: flowcontrol.apiserver.k8s.io/v1
                kind: FlowSchema
                metadata: {name: %1$s}
                spec:
                  priorityLevelConfiguration: {name: %1$s}
                  matchingPrecedence: 10
                  rules:
                    - subjects: [{kind: User, user: {name: "livekube:unprivileged"}}]
                      resourceRules: [{verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: [%1$s]}]
                """.formatted(namespace);
    }

    /// Sends a request without its body, so that the server has to wait for it.
    private void occupy() throws IOException {
        Socket socket = user.sslContext()
                .getSocketFactory()
                .createSocket(user.url().getHost(), user.url().getPort());
        occupants.add(socket);
        String head = "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Length: 2\r\n\r\n"
                .formatted(
                        scene.configMaps(),
                        user.url().getAuthority(),
                        user.token().orElseThrow());
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        for (Socket occupant : occupants) {
            occupant.close();
        }
        scene.api().delete(SETTINGS + "flowschemas/" + scene.namespace()).ok();
        scene.api()
                .delete(SETTINGS + "prioritylevelconfigurations/" + scene.namespace())
                .ok();
    }
}
