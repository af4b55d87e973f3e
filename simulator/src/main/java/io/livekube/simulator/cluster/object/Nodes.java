package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Worker nodes, and the updates that kubelets and the node controller write.
public final class Nodes {
    private record Machine(String type, int cpus, int memoryGib) {}

    private static final List<Machine> MACHINES = List.of(
            new Machine("m7.2xlarge", 8, 32), new Machine("m7.4xlarge", 16, 64), new Machine("r7.4xlarge", 16, 128));
    private static final String LOST = "NodeStatusUnknown";
    private static final Template NODE = Template.of("node");

    private Nodes() {}

    public static NodeSlot slot(int index, Dice dice) {
        String ip = "10." + (index >> 14 & 63) + "." + (index >> 7 & 127) + "." + (10 + (index & 127));
        return new NodeSlot(
                "node-" + ip.replace('.', '-') + ".internal.example.io",
                ip,
                "10." + (64 + (index >> 8 & 127)) + "." + (index & 255) + ".",
                dice.pick(Vocabulary.ZONES));
    }

    public static ObjectNode node(NodeSlot slot, List<String> images, Instant created, Instant now, Dice dice) {
        Machine machine = dice.pick(MACHINES);
        Map<String, String> labels = new TreeMap<>(Map.of(
                "beta.kubernetes.io/arch",
                "amd64",
                "kubernetes.io/arch",
                "amd64",
                "kubernetes.io/os",
                "linux",
                "kubernetes.io/hostname",
                slot.name(),
                "node.kubernetes.io/instance-type",
                machine.type(),
                "topology.kubernetes.io/region",
                "eu-west-1",
                "topology.kubernetes.io/zone",
                slot.zone(),
                "example.io/node-pool",
                dice.pick(List.of("general", "general", "batch"))));
        Metadata metadata = Metadata.of(slot.name(), dice, created)
                .labelled(labels)
                .annotated(Map.of(
                        "node.alpha.kubernetes.io/ttl", "0",
                        "volumes.kubernetes.io/controller-managed-attach-detach", "true"));
        ObjectNode content = content(slot, machine, images, created, now, dice);
        ObjectNode tree = metadata.tree(false);
        ObjectNode kubelet = FieldsV1.of(JsonTree.object(
                "metadata", JsonTree.object("annotations", metadata.annotations(), "labels", labels),
                "spec", JsonTree.object("providerID", "")));
        JsonNode status = content.path("status");
        ObjectNode reported = JsonTree.object(
                "conditions", status.path("conditions"),
                "images", JsonTree.array(),
                "nodeInfo", status.path("nodeInfo"));
        tree.set(
                "managedFields",
                JsonTree.array(
                        FieldsV1.entry("kubelet", "v1", created, kubelet),
                        FieldsV1.entry(
                                "kube-controller-manager",
                                "v1",
                                created.plusSeconds(1),
                                FieldsV1.of(JsonTree.object(
                                        "spec", JsonTree.object("podCIDR", "", "podCIDRs", JsonTree.array())))),
                        FieldsV1.statusEntry("kubelet", "v1", now, FieldsV1.of(JsonTree.object("status", reported)))));
        ObjectNode node = JsonTree.object("kind", "Node", "apiVersion", "v1", "metadata", tree);
        node.setAll(content);
        return node;
    }

    private static ObjectNode content(
            NodeSlot slot, Machine machine, List<String> images, Instant created, Instant now, Dice dice) {
        String provider = dice.hex(8);
        long memory = machine.memoryGib() * 1024L * 1024 - dice.between(100_000, 900_000);
        return NODE.fill(
                "name", slot.name(),
                "zone", slot.zone(),
                "provider", provider,
                "hostIp", slot.hostIp(),
                "podNetwork", slot.podNetwork(),
                "cpu", Integer.toString(machine.cpus()),
                "memory", memory,
                "allocatableCpu", machine.cpus() * 1000 - 80,
                "allocatableMemory", memory - 1_200_000,
                "created", created,
                "ready", created.plusSeconds(20),
                "now", now,
                "machineId", dice.hex(16),
                "systemUuid", dice.uid(),
                "bootId", dice.uid(),
                "images", images(images, dice));
    }

    private static ArrayNode images(List<String> images, Dice dice) {
        ArrayNode listed = JsonTree.array();
        int count = Math.min(images.size(), dice.between(12, 30));
        int first = dice.below(Math.max(1, images.size()));
        for (int i = 0; i < count; i++) {
            String image = images.get((first + i) % images.size());
            String repository = image.substring(0, image.lastIndexOf(':'));
            listed.add(JsonTree.object(
                    "names",
                    JsonTree.array(repository + "@sha256:" + ContainerStatuses.digest(image), image),
                    "sizeBytes",
                    (long) dice.between(20_000_000, 900_000_000)));
        }
        return listed;
    }

    /// Periodic report of the kubelet, in which only the times change.
    public static void heartbeat(ObjectNode node, Instant now) {
        for (JsonNode condition : node.path("status").path("conditions")) {
            ((ObjectNode) condition).put("lastHeartbeatTime", JsonTree.time(now));
        }
        ArrayNode entries = JsonTree.child(node, "metadata").withArray("managedFields");
        if (entries.path(entries.size() - 1) instanceof ObjectNode last) {
            last.put("time", JsonTree.time(now));
        }
    }

    /// Reaction of the node controller to a silent kubelet: unknown conditions, and taints that evict pods.
    public static void lose(ObjectNode node, Instant now) {
        for (JsonNode each : node.path("status").path("conditions")) {
            ObjectNode condition = (ObjectNode) each;
            condition.put("status", "Unknown");
            condition.put("lastTransitionTime", JsonTree.time(now));
            condition.put("reason", LOST);
            condition.put("message", "Kubelet stopped posting node status.");
        }
        JsonTree.child(node, "spec")
                .set(
                        "taints",
                        JsonTree.array(taint("NoSchedule", Optional.empty()), taint("NoExecute", Optional.of(now))));
    }

    public static void regain(ObjectNode node, Instant now) {
        for (JsonNode each : node.path("status").path("conditions")) {
            ObjectNode condition = (ObjectNode) each;
            boolean ready = condition.path("type").asText().equals("Ready");
            condition.put("status", ready ? "True" : "False");
            condition.put("lastHeartbeatTime", JsonTree.time(now));
            condition.put("lastTransitionTime", JsonTree.time(now));
            condition.put(
                    "reason",
                    ready
                            ? "KubeletReady"
                            : "KubeletHasSufficient"
                                    + condition.path("type").asText().replace("Pressure", ""));
            condition.put(
                    "message",
                    ready
                            ? "kubelet is posting ready status"
                            : "kubelet reports no " + condition.path("type").asText());
        }
        JsonTree.child(node, "spec").remove("taints");
    }

    private static ObjectNode taint(String effect, Optional<Instant> added) {
        return JsonTree.object("key", "node.kubernetes.io/unreachable", "effect", effect, "timeAdded", added);
    }
}
