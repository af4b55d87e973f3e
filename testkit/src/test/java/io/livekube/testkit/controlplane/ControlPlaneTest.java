package io.livekube.testkit.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.livekube.testkit.ApiEndpoint;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@RealControlPlane
class ControlPlaneTest {

    @Test
    void servesThePinnedVersion(ControlPlane plane) throws Exception {
        HttpResponse<String> answer = get(plane.endpoint(), "/version");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"gitVersion\": \"v1.36.");
    }

    @Test
    void kubectlWorksWithTheKubeconfig(ControlPlane plane) {
        CommandResult applied = plane.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: lonely, namespace: default}
                spec: {containers: [{name: main, image: example.org/app:1}]}
                """);

        assertThat(applied.exitCode()).as(applied.err()).isZero();
        assertThat(plane.kubectl("get", "pods", "-o", "name").outOrThrow()).contains("pod/lonely");
        assertThat(plane.kubectl("get", "nonsense").exitCode()).isNotZero();
    }

    @Test
    void userWithoutPermissionsIsForbidden(ControlPlane plane) throws Exception {
        assertThat(get(plane.unprivilegedEndpoint(), "/api/v1/pods").statusCode())
                .isEqualTo(403);
        assertThat(get(plane.unprivilegedEndpoint(), "/api/v1").statusCode()).isEqualTo(200);
    }

    @Test
    void clientWithoutTokenIsUnauthorized(ControlPlane plane) throws Exception {
        var anonymous = new ApiEndpoint(
                plane.endpoint().url(), Optional.empty(), plane.endpoint().caPem());

        assertThat(get(anonymous, "/api/v1/pods").statusCode()).isEqualTo(401);
    }

    static HttpResponse<String> get(ApiEndpoint endpoint, String path) throws Exception {
        try (var client = endpoint.newHttpClient()) {
            return client.send(endpoint.request(path).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
