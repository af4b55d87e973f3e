package io.livekube.hub.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads of an object what a search looks at; unpacks its body once for each version.
final class DocReader {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_LABELS = 64;
    private static final int MOST_IMAGES = 32;

    /// Made by controllers for themselves, different for each object, and nothing that anybody would type.
    private static final Set<String> UNSEARCHED = Set.of(
            "pod-template-hash",
            "controller-revision-hash",
            "pod-template-generation",
            "controller-uid",
            "batch.kubernetes.io/controller-uid",
            "statefulset.kubernetes.io/pod-name",
            "apps.kubernetes.io/pod-index",
            "batch.kubernetes.io/job-completion-index");

    private static final Set<String> STATELESS = Set.of(
            "configmaps",
            "secrets",
            "leases.coordination.k8s.io",
            "endpoints",
            "endpointslices.discovery.k8s.io",
            "serviceaccounts");

    private final StatusReader statuses;
    private final boolean stateless;

    DocReader(Resource resource, String kind) {
        this.statuses = new StatusReader(resource, kind);
        this.stateless = STATELESS.contains(resource.toString());
    }

    /// Whether versions of one object can differ in their labels only.
    boolean stateless() {
        return stateless;
    }

    Doc read(KubeObject object) {
        Optional<JsonNode> read = parse(object);
        JsonNode json = read.orElse(MissingNode.getInstance());
        JsonNode spec = json.path("spec");
        return new Doc(
                labels(object.labels().asMap()),
                images(spec),
                spec.path("nodeName").asText(),
                stateless ? Status.NONE : read.map(statuses::read).orElse(Status.UNREADABLE),
                seconds(json.path("metadata").path("creationTimestamp").asText()));
    }

    private static Optional<JsonNode> parse(KubeObject object) {
        try {
            return Optional.of(JSON.readTree(object.content()));
        } catch (IOException e) {
            // Nested deeper than the parser goes: it is found by what stands in its head.
            return Optional.empty();
        }
    }

    private static List<String> labels(Map<String, String> labels) {
        return labels.entrySet().stream()
                .filter(label -> !UNSEARCHED.contains(label.getKey()))
                .limit(MOST_LABELS)
                .map(label -> label.getKey() + "=" + label.getValue())
                .toList();
    }

    /// The images of a pod, a pod template or a template of jobs.
    private static List<String> images(JsonNode spec) {
        JsonNode template = spec.path("jobTemplate").path("spec").path("template");
        return Stream.of(spec, spec.path("template").path("spec"), template.path("spec"))
                .flatMap(pod -> Stream.of("containers", "initContainers", "ephemeralContainers")
                        .flatMap(list -> pod.path(list).valueStream()))
                .map(container -> container.path("image").asText())
                .filter(image -> !image.isEmpty())
                .distinct()
                .limit(MOST_IMAGES)
                .toList();
    }

    private static int seconds(String time) {
        try {
            return time.isEmpty() ? 0 : (int) Math.max(0, Instant.parse(time).getEpochSecond());
        } catch (DateTimeParseException e) {
            return 0; // an API server would not have taken it, and a time that is none has no order
        }
    }
}
