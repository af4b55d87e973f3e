package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Containers of pod templates, with the defaults that the API server fills in.
final class Containers {
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
    private static final Template SERVER = Template.of("server-container");
    private static final Template METRICS = Template.of("metrics-container");
    private static final Template SIDECAR = Template.of("sidecar-container");
    private static final Template MIGRATION = Template.of("migration-container");
    private static final ObjectNode RESTRICTED = JsonTree.literal("""
            {capabilities: {drop: ['ALL']}, readOnlyRootFilesystem: true, allowPrivilegeEscalation: false}""");
    private static final ObjectNode PRE_STOP = JsonTree.literal("{preStop: {exec: {command: ['sleep', '5']}}}");

    private Containers() {}

    static ObjectNode server(String app, ArrayNode volumes, ObjectNode resources, Dice dice) {
        return SERVER.fill(
                "app", app,
                "version", version(dice),
                "ports",
                        dice.chance(0.2)
                                ? JsonTree.array(port("http", 8080), port("metrics", 9090))
                                : JsonTree.array(port("http", 8080)),
                "env", JsonTree.unlessEmpty(environment(app, dice)),
                "resources", resources,
                "volumeMounts", JsonTree.unlessEmpty(mounts(volumes)),
                "livenessProbe", dice.maybe(0.3, () -> probe("/healthz", dice.between(5, 30), 10)),
                "readinessProbe", dice.maybe(0.8, () -> probe("/readyz", 0, 5)),
                "startupProbe", dice.maybe(0.1, () -> probe("/healthz", 0, 10)),
                "lifecycle", dice.maybe(0.2, () -> PRE_STOP),
                "securityContext", dice.maybe(0.3, () -> RESTRICTED));
    }

    static ObjectNode metrics(Dice dice) {
        return METRICS.fill("version", version(dice));
    }

    static ObjectNode sidecar(Dice dice) {
        return SIDECAR.fill("version", version(dice));
    }

    static ObjectNode migration(String app, Dice dice) {
        return MIGRATION.fill("app", app, "version", version(dice));
    }

    static String version(Dice dice) {
        return dice.between(0, 9) + "." + dice.between(0, 60) + "." + dice.between(0, 20) + "-" + dice.hex(4);
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

    static ArrayNode environment(String app, Dice dice) {
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
