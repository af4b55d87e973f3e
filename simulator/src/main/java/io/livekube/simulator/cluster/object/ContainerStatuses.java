package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// `containerStatuses` as the kubelet reports them, based on its previous report.
final class ContainerStatuses {
    private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(10);
    private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(5);

    private ContainerStatuses() {}

    static ArrayNode of(ObjectNode pod, JsonNode containers, JsonNode before, PodState state, Instant at, Dice dice) {
        ArrayNode statuses = JsonTree.array();
        for (JsonNode container : containers) {
            JsonNode previous = JsonTree.nil();
            for (JsonNode each : before) {
                if (each.path("name").equals(container.path("name"))) {
                    previous = each;
                }
            }
            boolean first = statuses.isEmpty();
            statuses.add(status(pod, container, previous, forContainer(state, first), at, dice));
        }
        return statuses;
    }

    /// Statuses of init containers: ordinary ones have completed, sidecars share the state of the pod.
    static ArrayNode initial(ObjectNode pod, JsonNode containers, PodState state, Instant at, Dice dice) {
        ArrayNode statuses = JsonTree.array();
        for (JsonNode container : containers) {
            boolean sidecar = container.path("restartPolicy").asText().equals("Always");
            PodState own = sidecar
                    ? forContainer(state, false)
                    : state.hasNetwork() ? PodState.COMPLETED : PodState.CONTAINER_CREATING;
            ObjectNode status = status(pod, container, JsonTree.nil(), own, at, dice);
            if (own == PodState.COMPLETED) {
                status.put("ready", true);
            }
            statuses.add(status);
        }
        return statuses;
    }

    /// In a failing pod, only the first container fails; the others run.
    private static PodState forContainer(PodState pod, boolean first) {
        return switch (pod) {
            case CRASHED, CRASH_LOOP_BACK_OFF, OOM_KILLED, IMAGE_PULL_BACK_OFF, STARTING ->
                first ? pod : PodState.RUNNING;
            case UNSCHEDULABLE, SCHEDULED, CONTAINER_CREATING, RUNNING, COMPLETED, FAILED, EVICTED, NODE_LOST -> pod;
        };
    }

    private static ObjectNode status(
            ObjectNode pod, JsonNode container, JsonNode before, PodState state, Instant at, Dice dice) {
        boolean counts = state == PodState.CRASH_LOOP_BACK_OFF || state == PodState.OOM_KILLED;
        int restarts = before.path("restartCount").asInt(0);
        if (counts) {
            restarts += before.isObject() ? 1 : dice.between(2, 60);
        }
        String imageId = before.path("imageID").asText("");
        String containerId = before.path("containerID").asText("");
        boolean begins = state == PodState.STARTING && before.path("state").has("waiting");
        boolean pulled = switch (state) {
            case UNSCHEDULABLE, SCHEDULED, CONTAINER_CREATING, IMAGE_PULL_BACK_OFF -> false;
            case STARTING, RUNNING, CRASHED, CRASH_LOOP_BACK_OFF, OOM_KILLED, COMPLETED, FAILED, EVICTED, NODE_LOST ->
                true;
        };
        String image = container.path("image").asText();
        if (pulled && imageId.isEmpty()) {
            imageId = image.substring(0, image.lastIndexOf(':')) + "@sha256:" + digest(image);
        }
        if (pulled && (containerId.isEmpty() || begins)) {
            containerId = "containerd://" + dice.hex(32);
        }
        Optional<Instant> since = Optional.of(
                        before.path("state").path("running").path("startedAt").asText(""))
                .filter(text -> !text.isEmpty())
                .map(Instant::parse);
        JsonNode last = switch (state) {
            case CRASH_LOOP_BACK_OFF -> terminated(1, "Error", since.orElse(at.minusSeconds(12)), at, containerId);
            case OOM_KILLED -> terminated(137, "OOMKilled", since.orElse(at.minusSeconds(40)), at, containerId);
            case UNSCHEDULABLE,
                    SCHEDULED,
                    CONTAINER_CREATING,
                    STARTING,
                    RUNNING,
                    CRASHED,
                    IMAGE_PULL_BACK_OFF,
                    COMPLETED,
                    FAILED,
                    EVICTED,
                    NODE_LOST -> before.path("lastState").isObject() ? before.path("lastState") : JsonTree.object();
        };
        JsonNode current = switch (state) {
            case UNSCHEDULABLE, SCHEDULED, CONTAINER_CREATING -> waiting("ContainerCreating", Optional.empty());
            case STARTING, RUNNING, NODE_LOST ->
                JsonTree.object("running", JsonTree.object("startedAt", begins ? at : since.orElse(at)));
            case CRASHED, FAILED -> terminated(1, "Error", since.orElse(at.minusSeconds(12)), at, containerId);
            case CRASH_LOOP_BACK_OFF, OOM_KILLED ->
                waiting("CrashLoopBackOff", Optional.of(backOff(pod, container, restarts)));
            case IMAGE_PULL_BACK_OFF ->
                waiting("ImagePullBackOff", Optional.of("Back-off pulling image \"" + image + "\": not found"));
            case COMPLETED -> terminated(0, "Completed", since.orElse(at.minusSeconds(30)), at, containerId);
            case EVICTED -> terminated(137, "Error", since.orElse(at.minusSeconds(600)), at, containerId);
        };
        boolean started = state == PodState.RUNNING || state == PodState.NODE_LOST || state == PodState.STARTING;
        ObjectNode status = JsonTree.object(
                "name", container.path("name"),
                "state", current,
                "lastState", last,
                "ready", state == PodState.RUNNING,
                "restartCount", restarts,
                "image", image,
                "imageID", imageId,
                "containerID", containerId.isEmpty() ? Optional.empty() : Optional.of(containerId),
                "started", started);
        JsonNode resources = container.path("resources");
        if (started && !resources.isEmpty()) {
            status.set("allocatedResources", resources.path("requests"));
            status.set("resources", resources);
        }
        status.set("volumeMounts", mounts(container));
        if (pulled && !pod.path("spec").path("securityContext").isEmpty()) {
            status.set("user", JsonTree.literal("{linux: {uid: 10001, gid: 0, supplementalGroups: [0, 10001]}}"));
        }
        return status;
    }

    private static ArrayNode mounts(JsonNode container) {
        ArrayNode mounts = JsonTree.array();
        for (JsonNode mount : container.path("volumeMounts")) {
            boolean readOnly = mount.path("readOnly").asBoolean();
            ObjectNode status = JsonTree.object("name", mount.path("name"), "mountPath", mount.path("mountPath"));
            if (readOnly) {
                status.put("readOnly", true).put("recursiveReadOnly", "Disabled");
            }
            mounts.add(status);
        }
        return mounts;
    }

    private static ObjectNode waiting(String reason, Optional<String> message) {
        return JsonTree.object("waiting", JsonTree.object("reason", reason, "message", message));
    }

    private static ObjectNode terminated(int exit, String reason, Instant from, Instant to, String containerId) {
        return JsonTree.object(
                "terminated",
                JsonTree.object(
                        "exitCode", exit,
                        "reason", reason,
                        "startedAt", from,
                        "finishedAt", to,
                        "containerID", containerId));
    }

    private static String backOff(ObjectNode pod, JsonNode container, int restarts) {
        Duration wait = FIRST_BACK_OFF.multipliedBy(1L << Math.min(Math.max(0, restarts - 1), 10));
        Duration bounded = wait.compareTo(LONGEST_BACK_OFF) > 0 ? LONGEST_BACK_OFF : wait;
        JsonNode metadata = pod.path("metadata");
        return "back-off " + text(bounded) + " restarting failed container="
                + container.path("name").asText() + " pod="
                + metadata.path("name").asText() + "_"
                + metadata.path("namespace").asText() + "("
                + metadata.path("uid").asText() + ")";
    }

    private static String text(Duration duration) {
        return duration.toMinutes() > 0
                ? duration.toMinutes() + "m" + duration.toSecondsPart() + "s"
                : duration.toSeconds() + "s";
    }

    /// The digest of an image, equal on all nodes.
    static String digest(String image) {
        return new Dice(image.hashCode()).hex(32);
    }
}
