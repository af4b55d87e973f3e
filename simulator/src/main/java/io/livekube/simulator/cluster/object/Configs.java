package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/// Namespaces, service accounts, config maps, and secrets with obviously fake values.
public final class Configs {
    private static final String WRITER = "deployer";

    private Configs() {}

    public static ObjectNode namespace(Metadata base) {
        ObjectNode namespace = base.labelled(Map.of("kubernetes.io/metadata.name", base.name()))
                .object(
                        "v1",
                        "Namespace",
                        WRITER,
                        false,
                        JsonTree.object("spec", JsonTree.object("finalizers", JsonTree.array("kubernetes"))));
        namespace.set("status", JsonTree.object("phase", "Active"));
        return namespace;
    }

    public static ObjectNode serviceAccount(Metadata metadata) {
        return metadata.object("v1", "ServiceAccount", WRITER, false, JsonTree.object());
    }

    /// A config map with the given number of settings, about 30 bytes each.
    public static ObjectNode configMap(Metadata metadata, int lines, Dice dice) {
        StringBuilder text = new StringBuilder("server:\n  listen: :8080\nsettings:\n");
        for (int i = 0; i < lines; i++) {
            text.append("  setting-")
                    .append(i)
                    .append(": value-")
                    .append(dice.below(1_000_000))
                    .append('\n');
        }
        return metadata.object(
                "v1",
                "ConfigMap",
                WRITER,
                false,
                JsonTree.object(
                        "data",
                        Map.of(
                                "config.yaml", text.toString(),
                                "mode", metadata.namespace().orElse(""))));
    }

    public static ObjectNode opaque(Metadata metadata) {
        return secret(metadata, "Opaque", Map.of("username", "fake-user", "password", "fake-password-not-a-secret"));
    }

    public static ObjectNode tls(Metadata metadata) {
        return secret(
                metadata,
                "kubernetes.io/tls",
                Map.of(
                        "tls.crt", "FAKE CERTIFICATE FOR A SIMULATED CLUSTER",
                        "tls.key", "FAKE KEY FOR A SIMULATED CLUSTER"));
    }

    public static ObjectNode registryLogin(Metadata metadata) {
        return secret(
                metadata,
                "kubernetes.io/dockerconfigjson",
                Map.of(".dockerconfigjson", "{\"auths\":{\"registry.example.io\":{\"auth\":\"ZmFrZTpmYWtl\"}}}"));
    }

    private static ObjectNode secret(Metadata metadata, String type, Map<String, String> values) {
        Map<String, String> data = new TreeMap<>();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return metadata.object("v1", "Secret", WRITER, false, JsonTree.object("data", data, "type", type));
    }
}
