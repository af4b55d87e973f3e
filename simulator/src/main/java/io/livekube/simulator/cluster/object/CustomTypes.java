package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.resource.ResourceType;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// The custom resources of simulated clusters: types, definitions and objects.
public final class CustomTypes {
    public static final ResourceType CERTIFICATE = type("certs.example.io", "v1", "Certificate", "cert");
    public static final ResourceType SERVICE_MONITOR = type("monitoring.example.io", "v1", "ServiceMonitor", "smon");
    public static final ResourceType APPLICATION = type("delivery.example.io", "v1alpha1", "Application", "app");

    private static final Template DEFINITION = Template.of("custom-resource-definition");
    private static final Map<ResourceType, Template> SCHEMAS = Map.of(
            CERTIFICATE, Template.of("certificate-schema"),
            SERVICE_MONITOR, Template.of("service-monitor-schema"),
            APPLICATION, Template.of("application-schema"));
    private static final Template CERTIFICATE_OBJECT = Template.of("certificate");
    private static final Template SERVICE_MONITOR_OBJECT = Template.of("service-monitor");
    private static final Template APPLICATION_OBJECT = Template.of("application");

    private CustomTypes() {}

    public static List<ResourceType> all() {
        return List.of(CERTIFICATE, SERVICE_MONITOR, APPLICATION);
    }

    public static ObjectNode definition(ResourceType type, Dice dice, Instant created) {
        ObjectNode names = JsonTree.object(
                "plural", type.plural(),
                "singular", type.singular(),
                "shortNames", JsonTree.list(type.shortNames()),
                "kind", type.kind(),
                "listKind", type.listKind());
        ObjectNode content = DEFINITION.fill(
                "group", type.group(),
                "version", type.version(),
                "names", names,
                "schema", Objects.requireNonNull(SCHEMAS.get(type)).fill(),
                "created", created);
        JsonNode status = content.remove("status");
        ObjectNode definition = Metadata.of(type.qualifiedName(), dice, created).object(content, "installer", true);
        definition.set("status", status);
        return definition;
    }

    public static ObjectNode certificate(Metadata metadata, String secret, Instant now) {
        ObjectNode content = CERTIFICATE_OBJECT.fill(
                "name", metadata.name(),
                "secret", secret,
                "created", metadata.created(),
                "notAfter", now.plusSeconds(60L * 86_400));
        return metadata.object(content, "cert-operator", true);
    }

    public static ObjectNode serviceMonitor(Metadata metadata, Map<String, String> selector) {
        return metadata.object(SERVICE_MONITOR_OBJECT.fill("selector", selector), "deployer", true);
    }

    public static ObjectNode application(Metadata metadata, String namespace, Dice dice) {
        ObjectNode content =
                APPLICATION_OBJECT.fill("name", metadata.name(), "namespace", namespace, "revision", dice.hex(20));
        return metadata.object(content, "delivery-controller", true);
    }

    private static ResourceType type(String group, String version, String kind, String shortName) {
        String singular = kind.toLowerCase(Locale.ROOT);
        return new ResourceType(
                group, version, kind, singular + "s", singular, true, true, List.of(shortName), List.of());
    }
}
