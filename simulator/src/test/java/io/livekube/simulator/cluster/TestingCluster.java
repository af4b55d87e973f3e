package io.livekube.simulator.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.cluster.object.CustomTypes;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoreConfig;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Generated cluster in a store, with the checks that tests need.
public record TestingCluster(ObjectStore store) {

    public static TestingCluster of(long seed, int pods) {
        ObjectStore store = new ObjectStore(StoreConfig.defaults());
        ClusterGenerator.populate(store, ClusterSpec.defaults().withSeed(seed).withPods(pods), ProgressListener.none());
        return new TestingCluster(store);
    }

    public static List<ResourceType> types() {
        List<ResourceType> types = new ArrayList<>(BuiltInTypes.all());
        types.addAll(CustomTypes.all());
        return types;
    }

    public Stream<ObjectNode> objects(ResourceType type) {
        return store.snapshot(type, store.revision()).objects("", "").map(object -> object.toTree());
    }

    /// A digest of every byte in the store.
    public String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (ResourceType type : types()) {
                store.snapshot(type, store.revision()).objects("", "").forEach(object -> digest.update(object.json()));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Owner references to objects that don't exist or have another uid, as `kind namespace/name -> owner`.
    public List<String> danglingOwners() {
        Map<String, String> uids = new HashMap<>();
        for (ResourceType type : types()) {
            objects(type)
                    .forEach(object -> uids.put(
                            type.kind() + " " + text(object, "namespace") + "/" + text(object, "name"),
                            text(object, "uid")));
        }
        List<String> dangling = new ArrayList<>();
        for (ResourceType type : types()) {
            objects(type).forEach(object -> {
                for (JsonNode owner : object.path("metadata").path("ownerReferences")) {
                    String key = owner.path("kind").asText() + " " + text(object, "namespace") + "/"
                            + owner.path("name").asText();
                    if (!owner.path("uid").asText().equals(uids.get(key))) {
                        dangling.add(type.kind() + " " + text(object, "name") + " -> " + key);
                    }
                }
            });
        }
        return dangling;
    }

    /// Pods on nodes that don't exist.
    public List<String> homelessPods() {
        List<String> nodes =
                objects(BuiltInTypes.NODE).map(node -> text(node, "name")).toList();
        return objects(BuiltInTypes.POD)
                .filter(pod -> pod.path("spec").has("nodeName"))
                .filter(pod -> !nodes.contains(pod.path("spec").path("nodeName").asText()))
                .map(pod -> text(pod, "name"))
                .toList();
    }

    /// Endpoints whose pod doesn't exist or has another uid.
    public List<String> danglingEndpoints() {
        Map<String, String> pods = new HashMap<>();
        objects(BuiltInTypes.POD)
                .forEach(pod -> pods.put(text(pod, "namespace") + "/" + text(pod, "name"), text(pod, "uid")));
        List<String> dangling = new ArrayList<>();
        objects(BuiltInTypes.ENDPOINT_SLICE).forEach(slice -> {
            for (JsonNode endpoint : slice.path("endpoints")) {
                JsonNode target = endpoint.path("targetRef");
                String key =
                        text(slice, "namespace") + "/" + target.path("name").asText();
                if (!target.path("uid").asText().equals(pods.get(key))) {
                    dangling.add(key);
                }
            }
        });
        return dangling;
    }

    public static String text(ObjectNode object, String field) {
        return object.path("metadata").path(field).asText();
    }
}
