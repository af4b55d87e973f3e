package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Containers of pod templates, with the defaults that the API server fills in.
final class Containers {
    private static final String REGISTRY = "registry.example.io/";
    private static final List<String> SETTINGS = List.of(
            "LOG_LEVEL",
            "HTTP_TIMEOUT_MS",
            "CACHE_TTL_SECONDS",
            "WORKER_THREADS",
            "FEATURE_FLAGS_URL",
            "RETRY_BUDGET",
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "QUEUE_NAME",
            "REGION",
            "MAX_BATCH_SIZE");
    private static final ObjectNode RESTRICTED = JsonTree.literal("""
            {capabilities: {drop: ['ALL']}, readOnlyRootFilesystem: true, allowPrivilegeEscalation: false}""");
    private static final ObjectNode SMALL =
            JsonTree.literal("{limits: {cpu: '200m', memory: '128Mi'}, requests: {cpu: '10m', memory: '32Mi'}}");

    private Containers() {}

    static ObjectNode server(String app, ArrayNode volumes, ObjectNode resources, Dice dice) {
        ArrayNode mounts = mounts(volumes);
        return container(
                "app",
                REGISTRY + "apps/" + app + ":" + version(dice),
                JsonTree.object(
                        "args",
                        JsonTree.array("--listen=:8080"),
                        "ports",
                        dice.chance(0.2)
                                ? JsonTree.array(port("http", 8080), port("metrics", 9090))
                                : JsonTree.array(port("http", 8080)),
                        "env",
                        environment(app, dice),
                        "resources",
                        resources,
                        "volumeMounts",
                        mounts,
                        "livenessProbe",
                        dice.chance(0.3) ? Optional.of(probe("/healthz", dice.between(5, 30), 10)) : Optional.empty(),
                        "readinessProbe",
                        dice.chance(0.8) ? Optional.of(probe("/readyz", 0, 5)) : Optional.empty(),
                        "startupProbe",
                        dice.chance(0.1) ? Optional.of(probe("/healthz", 0, 10)) : Optional.empty(),
                        "lifecycle",
                        dice.chance(0.2)
                                ? Optional.of(JsonTree.literal("{preStop: {exec: {command: ['sleep', '5']}}}"))
                                : Optional.empty()),
                dice.chance(0.3) ? Optional.of(RESTRICTED) : Optional.empty());
    }

    static ObjectNode metrics(Dice dice) {
        return container(
                "metrics-exporter",
                REGISTRY + "tools/metrics-exporter:" + version(dice),
                JsonTree.object("ports", JsonTree.array(port("exporter", 9187)), "resources", SMALL),
                Optional.empty());
    }

    static ObjectNode sidecar(Dice dice) {
        return container(
                "mesh-proxy",
                REGISTRY + "mesh/proxy:" + version(dice),
                JsonTree.object(
                        "args", JsonTree.array("proxy", "--drain-duration=45s"),
                        "ports", JsonTree.array(port("mesh-admin", 15000)),
                        "env", JsonTree.array(fieldEnv("POD_IP", "status.podIP")),
                        "resources", SMALL,
                        "restartPolicy", "Always"),
                Optional.empty());
    }

    static ObjectNode migration(String app, Dice dice) {
        return container(
                "migrate",
                REGISTRY + "apps/" + app + "-migrations:" + version(dice),
                JsonTree.object("command", JsonTree.array("/bin/migrate", "up"), "resources", SMALL),
                Optional.empty());
    }

    static ObjectNode agent(String app, String image, ObjectNode resources) {
        return container(
                app,
                REGISTRY + image,
                JsonTree.object(
                        "command",
                        JsonTree.array("/usr/local/bin/" + app, "--config=/var/lib/" + app + "/config.conf"),
                        "env",
                        JsonTree.array(fieldEnv("NODE_NAME", "spec.nodeName"), fieldEnv("POD_NAME", "metadata.name")),
                        "resources",
                        resources,
                        "volumeMounts",
                        JsonTree.array(
                                JsonTree.object("name", "config", "mountPath", "/var/lib/" + app),
                                JsonTree.object("name", "xtables-lock", "mountPath", "/run/xtables.lock"),
                                JsonTree.object("name", "lib-modules", "readOnly", true, "mountPath", "/lib/modules")),
                        "livenessProbe",
                        probe("/healthz", 10, 10)),
                Optional.of(JsonTree.object("privileged", true)));
    }

    static ObjectNode task(String app, ArrayNode volumes, ObjectNode resources, Dice dice) {
        return container(
                "task",
                REGISTRY + "jobs/" + app + ":" + version(dice),
                JsonTree.object(
                        "command", JsonTree.array("/bin/sh", "-c"),
                        "args",
                                JsonTree.array("exec /usr/local/bin/" + app
                                        + " --once --since=24h --report=/scratch/report.json"),
                        "env", environment(app, dice),
                        "resources", resources,
                        "volumeMounts", mounts(volumes)),
                Optional.of(RESTRICTED));
    }

    static String version(Dice dice) {
        return dice.between(0, 9) + "." + dice.between(0, 60) + "." + dice.between(0, 20) + "-" + dice.hex(4);
    }

    private static ObjectNode container(
            String name, String image, ObjectNode parts, Optional<ObjectNode> securityContext) {
        ObjectNode container = JsonTree.object("name", name, "image", image);
        parts.properties().forEach(part -> {
            if (!part.getValue().isArray() || !part.getValue().isEmpty()) {
                container.set(part.getKey(), part.getValue());
            }
        });
        container.put("terminationMessagePath", "/dev/termination-log");
        container.put("terminationMessagePolicy", "File");
        container.put("imagePullPolicy", "IfNotPresent");
        securityContext.ifPresent(context -> container.set("securityContext", context));
        return container;
    }

    private static ArrayNode mounts(ArrayNode volumes) {
        ArrayNode mounts = JsonTree.array();
        for (JsonNode volume : volumes) {
            String name = volume.path("name").asText();
            boolean readOnly = volume.has("configMap") || volume.has("secret");
            mounts.add(JsonTree.object(
                    "name", name,
                    "readOnly", readOnly ? Optional.of(true) : Optional.empty(),
                    "mountPath", name.equals("config") ? "/etc/app" : "/var/lib/app/" + name));
        }
        return mounts;
    }

    private static ArrayNode environment(String app, Dice dice) {
        ArrayNode env = JsonTree.array();
        if (dice.chance(0.3)) {
            env.add(fieldEnv("POD_NAME", "metadata.name"));
        }
        if (dice.chance(0.3)) {
            ObjectNode key = JsonTree.object("name", app + "-credentials", "key", "password");
            env.add(JsonTree.object("name", "DATABASE_PASSWORD", "valueFrom", JsonTree.object("secretKeyRef", key)));
        }
        int first = dice.below(SETTINGS.size());
        int count = dice.between(0, 3);
        for (int i = 0; i < count; i++) {
            String name = SETTINGS.get((first + i) % SETTINGS.size());
            env.add(JsonTree.object("name", name, "value", name.toLowerCase(Locale.ROOT) + "-" + dice.below(1000)));
        }
        return env;
    }

    private static ObjectNode fieldEnv(String name, String path) {
        return JsonTree.object(
                "name",
                name,
                "valueFrom",
                JsonTree.object("fieldRef", JsonTree.object("apiVersion", "v1", "fieldPath", path)));
    }

    private static ObjectNode port(String name, int number) {
        return JsonTree.object("name", name, "containerPort", number, "protocol", "TCP");
    }

    private static ObjectNode probe(String path, int delay, int period) {
        return JsonTree.object(
                "httpGet",
                JsonTree.object("path", path, "port", 8080, "scheme", "HTTP"),
                "initialDelaySeconds",
                delay == 0 ? Optional.empty() : Optional.of(delay),
                "timeoutSeconds",
                1,
                "periodSeconds",
                period,
                "successThreshold",
                1,
                "failureThreshold",
                3);
    }
}
