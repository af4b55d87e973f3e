package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.Events.Happening;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Burst of warning events, repeated for a while, about all pods of a node.
final class EventStorm implements Activity {
    private static final int MOST_PODS = 30;
    private static final Happening COMPLAINT =
            Happening.warning("Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503", "kubelet");

    private final NodeEntry node;
    private final Deque<PodEntry> pods = new ArrayDeque<>();
    private final List<ObjectRef> events = new ArrayList<>();
    private int repeats;

    private EventStorm(NodeEntry node, int repeats) {
        this.node = node;
        node.pods.stream().limit(MOST_PODS).forEach(pods::add);
        this.repeats = repeats * pods.size();
    }

    static Optional<Activity> start(ChurnContext context) {
        return IdlePicker.node(context)
                .map(node -> new EventStorm(node, context.dice().between(1, 4)));
    }

    @Override
    public boolean advance(ChurnContext context) {
        if (!pods.isEmpty()) {
            PodEntry pod = pods.removeFirst();
            Optional<ObjectNode> tree = context.read(pod.ref);
            if (tree.isPresent()) {
                context.event(tree.get(), COMPLAINT, node.slot.name());
                events.add(context.model().events.getLast());
            }
            return true;
        }
        if (repeats-- <= 0 || events.isEmpty()) {
            return false;
        }
        ObjectRef event = context.dice().pick(events);
        if (!context.repeat(event)) {
            events.remove(event);
        }
        return true;
    }
}
