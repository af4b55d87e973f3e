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
                Json.object("name", "http", "protocol", "TCP", "port", PORT, "targetPort", "http"));
    }

    /// The service without an address that names a stateful set's pods.
    public static ObjectNode headless(Metadata metadata, Map<String, String> selector) {
        return service(
                metadata,
                selector,
                "None",
                Json.object("name", "http", "protocol", "TCP", "port", 8080, "targetPort", 8080));
    }

    private static ObjectNode service(
            Metadata metadata, Map<String, String> selector, String clusterIp, ObjectNode port) {
        ObjectNode spec = Json.object(
                "ports",
                Json.array(port),
                "selector",
                selector,
                "clusterIP",
                clusterIp,
                "clusterIPs",
                Json.array(clusterIp),
                "type",
                "ClusterIP",
                "sessionAffinity",
                "None",
                "ipFamilies",
                Json.array("IPv4"),
                "ipFamilyPolicy",
                "SingleStack",
                "internalTrafficPolicy",
                "Cluster");
        ObjectNode service = metadata.object("v1", "Service", "deployer", false, Json.object("spec", spec));
        service.set("status", Json.object("loadBalancer", Json.object()));
        return service;
    }

    public static ObjectNode ingress(Metadata metadata, String service, Optional<String> tlsSecret) {
        String host = metadata.name() + "." + metadata.namespace().orElse("default") + ".apps.example.io";
        ObjectNode backend = Json.object("service", Json.object("name", service, "port", Json.object("name", "http")));
        ObjectNode spec = Json.object(
                "ingressClassName", "nginx",
                "tls",
                        tlsSecret.map(
                                secret -> Json.array(Json.object("hosts", Json.array(host), "secretName", secret))),
                "rules",
                        Json.array(Json.object(
                                "host",
                                host,
                                "http",
                                Json.object(
                                        "paths",
                                        Json.array(
                                                Json.object("path", "/", "pathType", "Prefix", "backend", backend))))));
        return metadata.object(
                "networking.k8s.io/v1",
                "Ingress",
                "deployer",
                true,
                Json.object(
                        "spec",
                        spec,
                        "status",
                        Json.object(
                                "loadBalancer",
                                Json.object("ingress", Json.array(Json.object("ip", "203.0.113.10"))))));
    }
}
