package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;

/// Services and their ingresses.
public final class Services {
    public static final int PORT = 80;
    private static final Template SERVICE = Template.of("service");
    private static final Template INGRESS = Template.of("ingress");

    private Services() {}

    public static ObjectNode service(Metadata metadata, Map<String, String> selector, String clusterIp) {
        return service(metadata, selector, clusterIp, PORT, "http");
    }

    /// The headless service that gives the pods of a stateful set their names.
    public static ObjectNode headless(Metadata metadata, Map<String, String> selector) {
        return service(metadata, selector, "None", 8080, 8080);
    }

    private static ObjectNode service(
            Metadata metadata, Map<String, String> selector, String clusterIp, int port, Object targetPort) {
        ObjectNode content =
                SERVICE.fill("selector", selector, "clusterIp", clusterIp, "port", port, "targetPort", targetPort);
        ObjectNode service = metadata.object(content, "deployer", false);
        service.set("status", JsonTree.object("loadBalancer", JsonTree.object()));
        return service;
    }

    public static ObjectNode ingress(Metadata metadata, String service, Optional<String> tlsSecret) {
        String host = metadata.name() + "." + metadata.namespace().orElse("default") + ".apps.example.io";
        ObjectNode content = INGRESS.fill(
                "host", host,
                "service", service,
                "tls",
                        tlsSecret.map(secret ->
                                JsonTree.array(JsonTree.object("hosts", JsonTree.array(host), "secretName", secret))));
        return metadata.object(content, "deployer", true);
    }
}
