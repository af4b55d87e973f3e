package io.livekube.simulator.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.CustomTypes;
import io.livekube.simulator.cluster.object.Dice;
import io.livekube.simulator.cluster.object.Events;
import io.livekube.simulator.cluster.object.Events.Happening;
import io.livekube.simulator.cluster.object.NodeSlot;
import io.livekube.simulator.cluster.object.Nodes;
import io.livekube.simulator.cluster.object.PodPrototype;
import io.livekube.simulator.cluster.object.PodState;
import io.livekube.simulator.cluster.object.PodStatuses;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Writes a cluster's objects to the store: places pods on nodes, and counts the objects.
final class ClusterBuilder {
    private static final int KNOWN_IMAGES = 500;
    private static final int PROGRESS_EVERY = 1_000;
    private static final double EVENT_CHANCE = 0.08;

    private static final Map<String, ResourceType> TYPES = Stream.concat(
                    BuiltInTypes.all().stream(), CustomTypes.all().stream())
            .collect(Collectors.toMap(type -> type.apiVersion() + "/" + type.kind(), type -> type));

    private final ObjectStore store;
    private final ClusterSpec spec;
    private final ProgressListener listener;
    private final Dice dice;
    private final List<NodeSlot> nodes = new ArrayList<>();
    private final Map<ResourceType, Integer> counts = new LinkedHashMap<>();
    private final Set<String> images = new LinkedHashSet<>();
    private int pods;

    ClusterBuilder(ObjectStore store, ClusterSpec spec, ProgressListener listener, int nodeCount, Dice dice) {
        this.store = store;
        this.spec = spec;
        this.listener = listener;
        this.dice = dice;
        for (int i = 0; i < nodeCount; i++) {
            nodes.add(Nodes.slot(i, dice));
        }
    }

    Dice dice() {
        return dice;
    }

    Instant now() {
        return spec.now();
    }

    List<NodeSlot> nodes() {
        return nodes;
    }

    List<String> images() {
        return List.copyOf(images);
    }

    int podsLeft() {
        return spec.pods() - pods;
    }

    Instant within(Duration last) {
        return now().minus(dice.upTo(last)).minusSeconds(1);
    }

    void add(ObjectNode object) {
        ResourceType type = type(object);
        store.create(type, object);
        counts.merge(type, 1, Integer::sum);
    }

    /// For objects that the server creates on startup, such as the first namespaces.
    void addIfMissing(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        ResourceType type = type(object);
        String namespace = metadata.path("namespace").asText();
        if (store.get(type, namespace, metadata.path("name").asText()).isEmpty()) {
            store.create(type, object);
        }
        counts.merge(type, 1, Integer::sum);
    }

    private static ResourceType type(ObjectNode object) {
        String kind = object.path("kind").asText();
        return Objects.requireNonNull(TYPES.get(object.path("apiVersion").asText() + "/" + kind), kind);
    }

    /// The less loaded of two random nodes, which spreads the load almost evenly.
    NodeSlot place() {
        NodeSlot one = dice.pick(nodes);
        NodeSlot other = dice.pick(nodes);
        return one.load() <= other.load() ? one : other;
    }

    /// Moves a pod to its state on a node and writes it; some pods get an event about that state.
    void pod(ObjectNode pod, PodState state, NodeSlot node, Instant at) {
        if (state != PodState.UNSCHEDULABLE) {
            PodPrototype.bind(pod, node.name());
            node.occupy();
        }
        PodStatuses.move(pod, state, node, at, dice);
        if (images.size() < KNOWN_IMAGES) {
            for (JsonNode container : pod.path("spec").path("containers")) {
                images.add(container.path("image").asText());
            }
        }
        add(pod);
        pods++;
        if (state != PodState.RUNNING || dice.chance(EVENT_CHANCE)) {
            event(pod, PodEvents.of(state, pod, node), state == PodState.UNSCHEDULABLE ? "" : node.name());
        }
        if (pods % PROGRESS_EVERY == 0 || pods == spec.pods()) {
            listener.progress(pods, spec.pods());
        }
    }

    void event(ObjectNode about, Happening what, String host) {
        add(Events.event(about, what, host, within(Duration.ofHours(1)), dice));
    }

    ClusterSummary summary() {
        return new ClusterSummary(counts);
    }
}
