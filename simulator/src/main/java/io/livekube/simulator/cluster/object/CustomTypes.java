package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The custom resources that simulated clusters have: their types, definitions and objects.
public final class CustomTypes {
    public static final ResourceType CERTIFICATE = type("certs.example.io", "v1", "Certificate", "cert");
    public static final ResourceType SERVICE_MONITOR = type("monitoring.example.io", "v1", "ServiceMonitor", "smon");
    public static final ResourceType APPLICATION = type("delivery.example.io", "v1alpha1", "Application", "app");

    private static final Map<ResourceType, ObjectNode> SPECS = Map.of(
            CERTIFICATE, JsonTree.literal("""
                    {type: 'object', required: ['secretName', 'dnsNames'], properties: {
                      secretName: {type: 'string', description: 'The secret that holds the key and the certificate.'},
                      dnsNames: {type: 'array', items: {type: 'string'}},
                      duration: {type: 'string', default: '2160h'},
                      issuerRef: {type: 'object', properties: {name: {type: 'string'}, kind: {type: 'string'}}}}}"""),
            SERVICE_MONITOR, JsonTree.literal("""
                    {type: 'object', required: ['selector', 'endpoints'], properties: {
                      selector: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
                      endpoints: {type: 'array', items: {type: 'object', properties: {
                        port: {type: 'string'}, interval: {type: 'string'}, path: {type: 'string'}}}}}}"""),
            APPLICATION, JsonTree.literal("""
                    {type: 'object', required: ['source', 'destination'], properties: {
                      source: {type: 'object', properties: {
                        repository: {type: 'string'}, path: {type: 'string'}, revision: {type: 'string'}}},
                      destination: {type: 'object', properties: {namespace: {type: 'string'}, server: {type: 'string'}}},
                      automated: {type: 'boolean'}}}"""));

    private CustomTypes() {}

    public static List<ResourceType> all() {
        return List.of(CERTIFICATE, SERVICE_MONITOR, APPLICATION);
    }

    public static ObjectNode definition(ResourceType type, Dice dice, Instant created) {
        ObjectNode status = JsonTree.literal("{type: 'object', 'x-kubernetes-preserve-unknown-fields': true}");
        ObjectNode schema = JsonTree.object(
                "type", "object",
                "required", JsonTree.array("spec"),
                "properties",
                        JsonTree.object(
                                "apiVersion", JsonTree.object("type", "string"),
                                "kind", JsonTree.object("type", "string"),
                                "metadata", JsonTree.object("type", "object"),
                                "spec", SPECS.getOrDefault(type, status),
                                "status", status));
        ObjectNode names = JsonTree.object(
                "plural", type.plural(),
                "singular", type.singular(),
                "shortNames", JsonTree.list(type.shortNames()),
                "kind", type.kind(),
                "listKind", type.listKind());
        ObjectNode version = JsonTree.object(
                "name", type.version(),
                "served", true,
                "storage", true,
                "schema", JsonTree.object("openAPIV3Schema", schema),
                "subresources", JsonTree.object("status", JsonTree.object()),
                "additionalPrinterColumns",
                        JsonTree.array(JsonTree.object(
                                "name", "Age", "type", "date", "jsonPath", ".metadata.creationTimestamp")));
        ObjectNode spec = JsonTree.object(
                "group", type.group(),
                "names", names,
                "scope", "Namespaced",
                "versions", JsonTree.array(version),
                "conversion", JsonTree.object("strategy", "None"));
        ObjectNode definition = Metadata.of(type.qualifiedName(), dice, created)
                .object(
                        "apiextensions.k8s.io/v1",
                        "CustomResourceDefinition",
                        "installer",
                        true,
                        JsonTree.object("spec", spec));
        definition.set(
                "status",
                JsonTree.object(
                        "conditions",
                                JsonTree.array(
                                        condition("NamesAccepted", "NoConflicts", "no conflicts found", created),
                                        condition(
                                                "Established",
                                                "InitialNamesAccepted",
                                                "the initial names have been accepted",
                                                created)),
                        "acceptedNames", names,
                        "storedVersions", JsonTree.array(type.version())));
        return definition;
    }

    public static ObjectNode certificate(Metadata metadata, String secret, Instant now) {
        return custom(
                CERTIFICATE,
                metadata,
                "cert-operator",
                JsonTree.object(
                        "spec",
                                JsonTree.object(
                                        "secretName",
                                        secret,
                                        "dnsNames",
                                        JsonTree.array(metadata.name() + ".apps.example.io"),
                                        "duration",
                                        "2160h",
                                        "issuerRef",
                                        JsonTree.object("name", "internal", "kind", "ClusterIssuer")),
                        "status",
                                JsonTree.object(
                                        "conditions",
                                                JsonTree.array(condition(
                                                        "Ready",
                                                        "Ready",
                                                        "Certificate is up to date and has not expired",
                                                        metadata.created())),
                                        "notAfter", now.plusSeconds(60L * 86_400),
                                        "revision", 1)));
    }

    public static ObjectNode serviceMonitor(Metadata metadata, Map<String, String> selector) {
        return custom(
                SERVICE_MONITOR,
                metadata,
                "deployer",
                JsonTree.object(
                        "spec",
                        JsonTree.object(
                                "selector", JsonTree.object("matchLabels", selector),
                                "endpoints",
                                        JsonTree.array(JsonTree.object(
                                                "port", "metrics", "interval", "30s", "path", "/metrics")))));
    }

    public static ObjectNode application(Metadata metadata, String namespace, Dice dice) {
        String revision = dice.hex(20);
        return custom(
                APPLICATION,
                metadata,
                "delivery-controller",
                JsonTree.object(
                        "spec",
                                JsonTree.object(
                                        "source",
                                                JsonTree.object(
                                                        "repository",
                                                        "https://git.example.io/deploy.git",
                                                        "path",
                                                        "apps/" + metadata.name(),
                                                        "revision",
                                                        revision),
                                        "destination",
                                                JsonTree.object(
                                                        "namespace",
                                                        namespace,
                                                        "server",
                                                        "https://kubernetes.default.svc"),
                                        "automated", true),
                        "status",
                                JsonTree.object(
                                        "sync",
                                        JsonTree.object("status", "Synced", "revision", revision),
                                        "health",
                                        JsonTree.object("status", "Healthy"))));
    }

    private static ObjectNode custom(ResourceType type, Metadata metadata, String manager, ObjectNode parts) {
        return metadata.object(type.apiVersion(), type.kind(), manager, true, parts);
    }

    private static ObjectNode condition(String type, String reason, String message, Instant since) {
        return JsonTree.object(
                "type", type, "status", "True", "lastTransitionTime", since, "reason", reason, "message", message);
    }

    private static ResourceType type(String group, String version, String kind, String shortName) {
        String singular = kind.toLowerCase(Locale.ROOT);
        return new ResourceType(
                group, version, kind, singular + "s", singular, true, true, List.of(shortName), List.of());
    }
}
