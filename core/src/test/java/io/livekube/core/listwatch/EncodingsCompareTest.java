package io.livekube.core.listwatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.access.Kubeconfig;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.http.ObjectEncoding;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.protobuf.UnreadableProtobufException;
import io.livekube.core.watch.ReflectorSignal;
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

/// Objects of the real API server are identical, byte for byte, whether they arrive as JSON or as protobuf.
@RealControlPlane
@Timeout(300)
class EncodingsCompareTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ClientConfig CONFIG = ClientConfig.defaults();
    private static final String STATEFUL_SET = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: encodings, namespace: default}
            spec:
              serviceName: encodings
              selector: {matchLabels: {app: encodings}}
              template:
                metadata: {labels: {app: encodings}}
                spec: {containers: [{name: c, image: x}]}
              volumeClaimTemplates:
                - metadata: {name: data}
                  spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            """;

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
        plane.apply(STATEFUL_SET).outOrThrow();
        List<String> leftToJson = new ArrayList<>();
        int compared = 0;
        try (var client = new ApiClient(Kubeconfig.file(plane.kubeconfig(), Optional.empty()), CONFIG)) {
            for (Resource resource : listable(client)) {
                SortedMap<String, String> expected = contents(client, resource, ObjectEncoding.JSON);
                try {
                    SortedMap<String, String> found = contents(client, resource, ObjectEncoding.PROTOBUF);
                    found.keySet().retainAll(expected.keySet()); // what changes meanwhile is compared in neither
                    expected.keySet().retainAll(found.keySet());
                    assertThat(found).as(resource.toString()).isEqualTo(expected);
                    compared += found.size();
                } catch (UnreadableProtobufException e) {
                    leftToJson.add(resource.toString());
                }
            }
        }
        assertThat(compared).isGreaterThan(100);
        assertThat(leftToJson).containsExactlyInAnyOrder("statefulsets.apps", "apiservices.apiregistration.k8s.io");
        assertThat(ObjectEncoding.preferred(CONFIG, new Resource("apiregistration.k8s.io", "v1", "apiservices")))
                .isEqualTo(ObjectEncoding.JSON);
    }

    /// By name and version.
    private static SortedMap<String, String> contents(ApiClient client, Resource resource, ObjectEncoding encoding)
            throws Exception {
        var contents = new TreeMap<String, String>();
        var format = new ObjectFormat(resource, new FormatConfig(List.of(), List.of(), 400, 64 * 1024));
        ApiResponse answer = client.ask(resource.path(), encoding.accept(), false, false);
        ReflectorSignal.Page page = new PageReader(client, format).read(answer.content(), _ -> {}, problem -> {
            throw new IllegalStateException(problem);
        });
        for (KubeObject object : page.items()) {
            contents.put(object.toString(), new String(object.content(), StandardCharsets.UTF_8));
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
