package io.livekube.simulator.cluster.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Node as a place for pods: its addresses, zone and number of pods.
public final class NodeSlot {
    private static final int ADDRESSES = 250;

    private final String name;
    private final String hostIp;
    private final String podNetwork;
    private final String zone;
    private int load;
    private int addresses;

    public NodeSlot(String name, String hostIp, String podNetwork, String zone) {
        this.name = name;
        this.hostIp = hostIp;
        this.podNetwork = podNetwork;
        this.zone = zone;
    }

    /// Restores a slot from a node object.
    public static NodeSlot of(ObjectNode node) {
        String cidr = node.path("spec").path("podCIDR").asText("10.64.0.0/24");
        String host = "";
        for (JsonNode address : node.path("status").path("addresses")) {
            if (address.path("type").asText().equals("InternalIP")) {
                host = address.path("address").asText();
            }
        }
        JsonNode metadata = node.path("metadata");
        return new NodeSlot(
                metadata.path("name").asText(),
                host,
                cidr.substring(0, cidr.lastIndexOf('.') + 1),
                metadata.path("labels").path("topology.kubernetes.io/zone").asText());
    }

    public String name() {
        return name;
    }

    public String hostIp() {
        return hostIp;
    }

    public String podNetwork() {
        return podNetwork;
    }

    public String zone() {
        return zone;
    }

    public int load() {
        return load;
    }

    public void occupy() {
        load++;
    }

    /// The next address of the node's pod network; addresses are reused, as on a real node.
    public String nextPodIp() {
        return podNetwork + (2 + addresses++ % ADDRESSES);
    }
}
