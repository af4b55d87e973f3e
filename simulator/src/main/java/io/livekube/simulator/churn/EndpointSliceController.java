package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.EndpointSlices;
import io.livekube.simulator.cluster.object.JsonTree;
import io.livekube.simulator.cluster.object.Metadata;
import io.livekube.simulator.resource.BuiltInTypes;
import java.util.Iterator;
import java.util.Optional;

/// Endpoint slice controller: keeps the slices of a deployment's service in sync with its pods.
final class EndpointSliceController {
    private EndpointSliceController() {}

    /// Adds or updates a pod's endpoint.
    static void put(ChurnContext context, DeploymentEntry deployment, ObjectNode pod, boolean ready, String zone) {
        if (deployment.service.isEmpty()) {
            return;
        }
        ObjectNode endpoint = EndpointSlices.endpoint(pod, ready, zone);
        String name = pod.path("metadata").path("name").asText();
        Optional<ObjectRef> roomy = Optional.empty();
        for (Iterator<ObjectRef> slices = deployment.slices.iterator(); slices.hasNext(); ) {
            ObjectRef slice = slices.next();
            Optional<ObjectNode> tree = context.read(slice);
            if (tree.isEmpty()) {
                slices.remove();
            } else if (EndpointSlices.indexOf(tree.get(), name) >= 0) {
                change(context, slice, name, Optional.of(endpoint));
                return;
            } else if (endpoints(tree.get()).size() < EndpointSlices.MOST_ENDPOINTS) {
                roomy = Optional.of(slice);
            }
        }
        if (roomy.isPresent()) {
            change(context, roomy.get(), name, Optional.of(endpoint));
        } else {
            addSlice(context, deployment, deployment.service.get(), endpoint);
        }
    }

    static void remove(ChurnContext context, DeploymentEntry deployment, String pod) {
        for (ObjectRef slice : deployment.slices) {
            Optional<ObjectNode> tree = context.read(slice);
            if (tree.isPresent() && EndpointSlices.indexOf(tree.get(), pod) >= 0) {
                change(context, slice, pod, Optional.empty());
                return;
            }
        }
    }

    private static void change(ChurnContext context, ObjectRef slice, String pod, Optional<ObjectNode> endpoint) {
        context.edit(slice, tree -> {
            ArrayNode endpoints = endpoints(tree);
            int index = EndpointSlices.indexOf(tree, pod);
            if (index >= 0) {
                endpoints.remove(index);
            }
            endpoint.ifPresent(each -> endpoints.insert(index >= 0 ? index : endpoints.size(), each));
            Metadata.raiseGeneration(tree);
        });
    }

    private static void addSlice(
            ChurnContext context, DeploymentEntry deployment, ObjectRef service, ObjectNode endpoint) {
        Optional<ObjectNode> owner = context.read(service);
        if (owner.isEmpty()) {
            deployment.service = Optional.empty();
            return;
        }
        String name = service.name() + "-" + context.dice().suffix(5);
        Metadata metadata = Metadata.of(service.namespace(), name, context.dice(), context.now())
                .ownedBy(owner.get());
        ObjectNode slice = EndpointSlices.slice(metadata, service.name(), JsonTree.array(endpoint));
        if (context.create(BuiltInTypes.ENDPOINT_SLICE, slice)) {
            deployment.slices.add(ObjectRef.of(BuiltInTypes.ENDPOINT_SLICE, slice));
        }
    }

    private static ArrayNode endpoints(ObjectNode slice) {
        return slice.withArray("endpoints");
    }
}
