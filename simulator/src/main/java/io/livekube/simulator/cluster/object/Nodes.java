package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Worker nodes, and what kubelets and the node controller write to them.
public final class Nodes {
    private record Machine(String type, int cpus, int memoryGib) {}

    private static final List<Machine> MACHINES = List.of(
            new Machine("m7.2xlarge", 8, 32), new Machine("m7.4xlarge", 16, 64), new Machine("r7.4xlarge", 16, 128));
    private static final String LOST = "NodeStatusUnknown";
    private static final List<String> PRESSURES = List.of("MemoryPressure", "DiskPressure", "PIDPressure");

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
        String provider = "example:///" + slot.zone() + "/i-" + dice.hex(8);
        ObjectNode spec = JsonTree.object(
                "podCIDR",
                slot.podNetwork() + "0/24",
                "podCIDRs",
                JsonTree.array(slot.podNetwork() + "0/24"),
                "providerID",
                provider);
        ObjectNode status = status(slot, machine, images, created, now, dice);
        ObjectNode tree = metadata.tree(false);
        ObjectNode kubelet = FieldsV1.of(JsonTree.object(
                "metadata",
                JsonTree.object("annotations", metadata.annotations(), "labels", labels),
                "spec",
                JsonTree.object("providerID", provider)));
        ObjectNode reported = JsonTree.object(
                "conditions",
                status.path("conditions"),
                "images",
                JsonTree.array(),
                "nodeInfo",
                status.path("nodeInfo"));
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
        return JsonTree.object("kind", "Node", "apiVersion", "v1", "metadata", tree, "spec", spec, "status", status);
    }

    private static ObjectNode status(
            NodeSlot slot, Machine machine, List<String> images, Instant created, Instant now, Dice dice) {
        long memory = machine.memoryGib() * 1024L * 1024 - dice.between(100_000, 900_000);
        ArrayNode conditions = JsonTree.array();
        for (String pressure : PRESSURES) {
            conditions.add(condition(
                    pressure,
                    "False",
                    now,
                    created,
                    pressure.equals("MemoryPressure")
                            ? "KubeletHasSufficientMemory"
                            : pressure.equals("DiskPressure") ? "KubeletHasNoDiskPressure" : "KubeletHasSufficientPID",
                    "kubelet reports no " + pressure));
        }
        conditions.add(condition(
                "Ready", "True", now, created.plusSeconds(20), "KubeletReady", "kubelet is posting ready status"));
        return JsonTree.object(
                "capacity", resources(Integer.toString(machine.cpus()), memory),
                "allocatable", resources(machine.cpus() * 1000 - 80 + "m", memory - 1_200_000),
                "conditions", conditions,
                "addresses",
                        JsonTree.array(
                                JsonTree.object("type", "InternalIP", "address", slot.hostIp()),
                                JsonTree.object("type", "InternalDNS", "address", slot.name()),
                                JsonTree.object("type", "Hostname", "address", slot.name())),
                "daemonEndpoints", JsonTree.literal("{kubeletEndpoint: {Port: 10250}}"),
                "nodeInfo",
                        JsonTree.object(
                                "machineID", dice.hex(16),
                                "systemUUID", dice.uid(),
                                "bootID", dice.uid(),
                                "kernelVersion", "6.12.41-generic",
                                "osImage", "Example Linux 12",
                                "containerRuntimeVersion", "containerd://2.1.4",
                                "kubeletVersion", "v1.36.3",
                                "kubeProxyVersion", "",
                                "operatingSystem", "linux",
                                "architecture", "amd64"),
                "images", images(images, dice),
                "runtimeHandlers",
                        JsonTree.array(
                                JsonTree.literal(
                                        "{name: '', features: {recursiveReadOnlyMounts: true, userNamespaces: true}}"),
                                JsonTree.literal(
                                        "{name: 'runc', features: {recursiveReadOnlyMounts: true, userNamespaces: true}}")),
                "features", JsonTree.object("supplementalGroupsPolicy", true));
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

    private static ObjectNode resources(String cpu, long memoryKib) {
        return JsonTree.object(
                "cpu", cpu,
                "ephemeral-storage", "203056560Ki",
                "hugepages-1Gi", "0",
                "hugepages-2Mi", "0",
                "memory", memoryKib + "Ki",
                "pods", "110");
    }

    private static ObjectNode condition(
            String type, String status, Instant heartbeat, Instant since, String reason, String message) {
        return JsonTree.object(
                "type", type,
                "status", status,
                "lastHeartbeatTime", heartbeat,
                "lastTransitionTime", since,
                "reason", reason,
                "message", message);
    }

    /// The kubelet's periodic report: nothing changed but the time.
    public static void heartbeat(ObjectNode node, Instant now) {
        for (JsonNode condition : node.path("status").path("conditions")) {
            ((ObjectNode) condition).put("lastHeartbeatTime", JsonTree.time(now));
        }
        ArrayNode entries = JsonTree.child(node, "metadata").withArray("managedFields");
        if (entries.path(entries.size() - 1) instanceof ObjectNode last) {
            last.put("time", JsonTree.time(now));
        }
    }

    /// The kubelet went silent: conditions unknown, pods to be kept off and later evicted.
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
