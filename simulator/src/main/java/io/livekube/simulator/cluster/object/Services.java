package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/// Services and the ingresses before them.
public final class Services {
    public static final int PORT = 80;

    private Services() {}

    public static ObjectNode service(Metadata metadata, Map<String, String> selector, String clusterIp) {
        return service(
                metadata,
                selector,
                clusterIp,
                JsonTree.object("name", "http", "protocol", "TCP", "port", PORT, "targetPort", "http"));
    }

    /// The service without an address that names a stateful set's pods.
    public static ObjectNode headless(Metadata metadata, Map<String, String> selector) {
        return service(
                metadata,
                selector,
                "None",
                JsonTree.object("name", "http", "protocol", "TCP", "port", 8080, "targetPort", 8080));
    }

    private static ObjectNode service(
            Metadata metadata, Map<String, String> selector, String clusterIp, ObjectNode port) {
        ObjectNode spec = JsonTree.object(
                "ports",
                JsonTree.array(port),
                "selector",
                selector,
                "clusterIP",
                clusterIp,
                "clusterIPs",
                JsonTree.array(clusterIp),
                "type",
                "ClusterIP",
                "sessionAffinity",
                "None",
                "ipFamilies",
                JsonTree.array("IPv4"),
                "ipFamilyPolicy",
                "SingleStack",
                "internalTrafficPolicy",
                "Cluster");
        ObjectNode service = metadata.object("v1", "Service", "deployer", false, JsonTree.object("spec", spec));
        service.set("status", JsonTree.object("loadBalancer", JsonTree.object()));
        return service;
    }

    public static ObjectNode ingress(Metadata metadata, String service, Optional<String> tlsSecret) {
        String host = metadata.name() + "." + metadata.namespace().orElse("default") + ".apps.example.io";
        ObjectNode backend =
                JsonTree.object("service", JsonTree.object("name", service, "port", JsonTree.object("name", "http")));
        ObjectNode spec = JsonTree.object(
                "ingressClassName", "nginx",
                "tls",
                        tlsSecret.map(secret ->
                                JsonTree.array(JsonTree.object("hosts", JsonTree.array(host), "secretName", secret))),
                "rules",
                        JsonTree.array(JsonTree.object(
                                "host",
                                host,
                                "http",
                                JsonTree.object(
                                        "paths",
                                        JsonTree.array(JsonTree.object(
                                                "path", "/", "pathType", "Prefix", "backend", backend))))));
        return metadata.object(
                "networking.k8s.io/v1",
                "Ingress",
                "deployer",
                true,
                JsonTree.object(
                        "spec",
                        spec,
                        "status",
                        JsonTree.object(
                                "loadBalancer",
                                JsonTree.object("ingress", JsonTree.array(JsonTree.object("ip", "203.0.113.10"))))));
    }
}
