package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/// Endpoint slices of services, with at most 100 endpoints each.
public final class EndpointSlices {
    public static final int MOST_ENDPOINTS = 100;
    public static final String SERVICE_NAME = "kubernetes.io/service-name";
    private static final ArrayNode PORTS =
            JsonTree.array(JsonTree.literal("{name: 'http', port: 8080, protocol: 'TCP'}"));

    private EndpointSlices() {}

    public static ObjectNode slice(Metadata base, String service, ArrayNode endpoints) {
        return base.generatedFrom(service + "-")
                .labelled(Map.of(
                        "endpointslice.kubernetes.io/managed-by",
                        "endpointslice-controller.k8s.io",
                        SERVICE_NAME,
                        service))
                .object(
                        "discovery.k8s.io/v1",
                        "EndpointSlice",
                        "kube-controller-manager",
                        true,
                        JsonTree.object("addressType", "IPv4", "endpoints", endpoints, "ports", PORTS));
    }

    /// The endpoint of a pod that has an address.
    public static ObjectNode endpoint(ObjectNode pod, boolean ready, String zone) {
        JsonNode metadata = pod.path("metadata");
        boolean terminating = metadata.has("deletionTimestamp");
        return JsonTree.object(
                "addresses", JsonTree.array(pod.path("status").path("podIP")),
                "conditions",
                        JsonTree.object("ready", ready && !terminating, "serving", ready, "terminating", terminating),
                "targetRef",
                        JsonTree.object(
                                "kind", "Pod",
                                "namespace", metadata.path("namespace"),
                                "name", metadata.path("name"),
                                "uid", metadata.path("uid")),
                "nodeName", pod.path("spec").path("nodeName"),
                "zone", zone);
    }

    /// The index of a pod's endpoint in a slice, or -1.
    public static int indexOf(ObjectNode slice, String pod) {
        JsonNode endpoints = slice.path("endpoints");
        for (int i = 0; i < endpoints.size(); i++) {
            if (endpoints.get(i).path("targetRef").path("name").asText().equals(pod)) {
                return i;
            }
        }
        return -1;
    }
}
