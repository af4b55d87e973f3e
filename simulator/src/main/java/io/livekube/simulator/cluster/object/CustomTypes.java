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
            CERTIFICATE, Json.literal("""
                    {type: 'object', required: ['secretName', 'dnsNames'], properties: {
                      secretName: {type: 'string', description: 'The secret that holds the key and the certificate.'},
                      dnsNames: {type: 'array', items: {type: 'string'}},
                      duration: {type: 'string', default: '2160h'},
                      issuerRef: {type: 'object', properties: {name: {type: 'string'}, kind: {type: 'string'}}}}}"""),
            SERVICE_MONITOR, Json.literal("""
                    {type: 'object', required: ['selector', 'endpoints'], properties: {
                      selector: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
                      endpoints: {type: 'array', items: {type: 'object', properties: {
                        port: {type: 'string'}, interval: {type: 'string'}, path: {type: 'string'}}}}}}"""),
            APPLICATION, Json.literal("""
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
        ObjectNode status = Json.literal("{type: 'object', 'x-kubernetes-preserve-unknown-fields': true}");
        ObjectNode schema = Json.object(
                "type", "object",
                "required", Json.array("spec"),
                "properties",
                        Json.object(
                                "apiVersion", Json.object("type", "string"),
                                "kind", Json.object("type", "string"),
                                "metadata", Json.object("type", "object"),
                                "spec", SPECS.getOrDefault(type, status),
                                "status", status));
        ObjectNode names = Json.object(
                "plural", type.plural(),
                "singular", type.singular(),
                "shortNames", Json.list(type.shortNames()),
                "kind", type.kind(),
                "listKind", type.listKind());
        ObjectNode version = Json.object(
                "name", type.version(),
                "served", true,
                "storage", true,
                "schema", Json.object("openAPIV3Schema", schema),
                "subresources", Json.object("status", Json.object()),
                "additionalPrinterColumns",
                        Json.array(
                                Json.object("name", "Age", "type", "date", "jsonPath", ".metadata.creationTimestamp")));
        ObjectNode spec = Json.object(
                "group", type.group(),
                "names", names,
                "scope", "Namespaced",
                "versions", Json.array(version),
                "conversion", Json.object("strategy", "None"));
        ObjectNode definition = Metadata.of(type.qualifiedName(), dice, created)
                .object(
                        "apiextensions.k8s.io/v1",
                        "CustomResourceDefinition",
                        "installer",
                        true,
                        Json.object("spec", spec));
        definition.set(
                "status",
                Json.object(
                        "conditions",
                                Json.array(
                                        condition("NamesAccepted", "NoConflicts", "no conflicts found", created),
                                        condition(
                                                "Established",
                                                "InitialNamesAccepted",
                                                "the initial names have been accepted",
                                                created)),
                        "acceptedNames", names,
                        "storedVersions", Json.array(type.version())));
        return definition;
    }

    public static ObjectNode certificate(Metadata metadata, String secret, Instant now) {
        return custom(
                CERTIFICATE,
                metadata,
                "cert-operator",
                Json.object(
                        "spec",
                                Json.object(
                                        "secretName",
                                        secret,
                                        "dnsNames",
                                        Json.array(metadata.name() + ".apps.example.io"),
                                        "duration",
                                        "2160h",
                                        "issuerRef",
                                        Json.object("name", "internal", "kind", "ClusterIssuer")),
                        "status",
                                Json.object(
                                        "conditions",
                                                Json.array(condition(
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
                Json.object(
                        "spec",
                        Json.object(
                                "selector", Json.object("matchLabels", selector),
                                "endpoints",
                                        Json.array(Json.object(
                                                "port", "metrics", "interval", "30s", "path", "/metrics")))));
    }

    public static ObjectNode application(Metadata metadata, String namespace, Dice dice) {
        String revision = dice.hex(20);
        return custom(
                APPLICATION,
                metadata,
                "delivery-controller",
                Json.object(
                        "spec",
                                Json.object(
                                        "source",
                                                Json.object(
                                                        "repository",
                                                        "https://git.example.io/deploy.git",
                                                        "path",
                                                        "apps/" + metadata.name(),
                                                        "revision",
                                                        revision),
                                        "destination",
                                                Json.object(
                                                        "namespace",
                                                        namespace,
                                                        "server",
                                                        "https://kubernetes.default.svc"),
                                        "automated", true),
                        "status",
                                Json.object(
                                        "sync",
                                        Json.object("status", "Synced", "revision", revision),
                                        "health",
                                        Json.object("status", "Healthy"))));
    }

    private static ObjectNode custom(ResourceType type, Metadata metadata, String manager, ObjectNode parts) {
        return metadata.object(type.apiVersion(), type.kind(), manager, true, parts);
    }

    private static ObjectNode condition(String type, String reason, String message, Instant since) {
        return Json.object(
                "type", type, "status", "True", "lastTransitionTime", since, "reason", reason, "message", message);
    }

    private static ResourceType type(String group, String version, String kind, String shortName) {
        String singular = kind.toLowerCase(Locale.ROOT);
        return new ResourceType(
                group, version, kind, singular + "s", singular, true, true, List.of(shortName), List.of());
    }
}
