package io.livekube.simulator.churn;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.ControllerReference;
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
        Optional<String> roomy = Optional.empty();
        for (Iterator<String> slices = deployment.slices.iterator(); slices.hasNext(); ) {
            String slice = slices.next();
            Optional<ObjectNode> tree = context.read(BuiltInTypes.ENDPOINT_SLICE, deployment.namespace, slice);
            if (tree.isEmpty()) {
                slices.remove();
            } else if (EndpointSlices.indexOf(tree.get(), name) >= 0) {
                change(context, deployment, slice, name, Optional.of(endpoint));
                return;
            } else if (endpoints(tree.get()).size() < EndpointSlices.MOST_ENDPOINTS) {
                roomy = Optional.of(slice);
            }
        }
        if (roomy.isPresent()) {
            change(context, deployment, roomy.get(), name, Optional.of(endpoint));
        } else {
            addSlice(context, deployment, endpoint);
        }
    }

    static void remove(ChurnContext context, DeploymentEntry deployment, String pod) {
        for (String slice : deployment.slices) {
            Optional<ObjectNode> tree = context.read(BuiltInTypes.ENDPOINT_SLICE, deployment.namespace, slice);
            if (tree.isPresent() && EndpointSlices.indexOf(tree.get(), pod) >= 0) {
                change(context, deployment, slice, pod, Optional.empty());
                return;
            }
        }
    }

    private static void change(
            ChurnContext context, DeploymentEntry deployment, String slice, String pod, Optional<ObjectNode> endpoint) {
        context.edit(BuiltInTypes.ENDPOINT_SLICE, deployment.namespace, slice, tree -> {
            ArrayNode endpoints = endpoints(tree);
            int index = EndpointSlices.indexOf(tree, pod);
            if (index >= 0) {
                endpoints.remove(index);
            }
            endpoint.ifPresent(each -> endpoints.insert(index >= 0 ? index : endpoints.size(), each));
            ObjectNode metadata = JsonTree.child(tree, "metadata");
            metadata.put("generation", metadata.path("generation").asInt(0) + 1);
        });
    }

    private static void addSlice(ChurnContext context, DeploymentEntry deployment, ObjectNode endpoint) {
        String service = deployment.service.orElseThrow();
        Optional<ObjectNode> owner = context.read(BuiltInTypes.SERVICE, deployment.namespace, service);
        if (owner.isEmpty()) {
            deployment.service = Optional.empty();
            return;
        }
        String name = service + "-" + context.dice().suffix(5);
        Metadata metadata = Metadata.of(deployment.namespace, name, context.dice(), context.now())
                .ownedBy(ControllerReference.of(BuiltInTypes.SERVICE, owner.get()));
        if (context.create(
                BuiltInTypes.ENDPOINT_SLICE, EndpointSlices.slice(metadata, service, JsonTree.array(endpoint)))) {
            deployment.slices.add(name);
        }
    }

    private static ArrayNode endpoints(ObjectNode slice) {
        return slice.withArray("endpoints");
    }
}
