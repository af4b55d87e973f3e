package io.livekube.core.informer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.kube.ApiAccess;
import io.livekube.core.kube.ApiClient;
import io.livekube.core.kube.ClientConfig;
import io.livekube.core.kube.Kubeconfig;
import io.livekube.core.kube.LiveObjects;
import io.livekube.core.kube.Scope;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.testkit.controlplane.ControlPlane;
import io.livekube.testkit.controlplane.RealControlPlane;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An object of the real API server is the same to us, byte for byte, whether it came as JSON or as
/// protobuf.
@RealControlPlane
@Timeout(120)
class EncodingsCompareTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ControlPlane plane;

    EncodingsCompareTest(ControlPlane plane) {
        this.plane = plane;
    }

    @Test
    void everyKindIsTheSameInBothEncodings() throws Exception {
        plane.kubectl("create", "deployment", "encodings", "--image=example.io/web:1", "--port=80")
                .outOrThrow();
        plane.kubectl("create", "secret", "generic", "encodings", "--from-literal=key=value")
                .outOrThrow();
        plane.kubectl("create", "configmap", "encodings", "--from-literal=text=\"q\" \\ \u2028 ü <b>\n\ttab")
                .outOrThrow();
        plane.kubectl("create", "cronjob", "encodings", "--image=x", "--schedule=* * * * *")
                .outOrThrow();
        plane.kubectl("create", "quota", "encodings", "--hard=cpu=1500m,memory=1Gi")
                .outOrThrow();
        plane.kubectl("create", "ingress", "encodings", "--rule=a.example.io/*=svc:80")
                .outOrThrow();
        try (var protobuf = new ApiClient(access(), ClientConfig.defaults());
                var json = new ApiClient(access(), ClientConfig.defaults().withProtobuf(false))) {
            int compared = 0;
            for (Resource resource : listable(json)) {
                SortedMap<String, String> expected = contents(json, resource);
                SortedMap<String, String> found = contents(protobuf, resource);
                found.keySet().retainAll(expected.keySet());
                expected.keySet().retainAll(found.keySet());
                assertThat(found).as(resource.toString()).isEqualTo(expected);
                compared += found.size();
            }
            assertThat(compared).isGreaterThan(150);
        }
    }

    private ApiAccess access() {
        return Kubeconfig.file(plane.kubeconfig(), Optional.empty());
    }

    /// By name and version: what changes meanwhile is compared in neither.
    private static SortedMap<String, String> contents(ApiClient client, Resource resource) throws Exception {
        var contents = new TreeMap<String, String>();
        var everything = new FormatConfig(List.of(), List.of(), 400, 64 * 1024);
        LiveObjects.Pages pages = new LiveObjects(client, resource, everything).list(Scope.ALL, 500, problem -> {
            throw new IllegalStateException(problem);
        });
        for (Optional<LiveObjects.Page> page = pages.next(); page.isPresent(); page = pages.next()) {
            for (KubeObject object : page.orElseThrow().objects()) {
                contents.put(object.toString(), new String(object.content(), StandardCharsets.UTF_8));
            }
        }
        return contents;
    }

    private static List<Resource> listable(ApiClient client) throws Exception {
        List<String> versions = new ArrayList<>(List.of("/api/v1"));
        for (JsonNode group : get(client, "/apis").path("groups")) {
            versions.add("/apis/" + group.at("/preferredVersion/groupVersion").asText());
        }
        List<Resource> resources = new ArrayList<>();
        for (String path : versions) {
            String group = path.startsWith("/apis/") ? path.substring(6, path.lastIndexOf('/')) : "";
            for (JsonNode resource : get(client, path).path("resources")) {
                if (resource.path("verbs").toString().contains("\"watch\"")) {
                    resources.add(new Resource(
                            group,
                            path.substring(path.lastIndexOf('/') + 1),
                            resource.path("name").asText()));
                }
            }
        }
        return resources;
    }

    private static JsonNode get(ApiClient client, String path) throws Exception {
        try (InputStream body = client.get(path, "application/json", false)) {
            return JSON.readTree(body);
        }
    }
}
