package io.livekube.lab.peer;

import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.JavaChild;
import java.nio.file.Path;
import java.util.List;

/// The informers to compare with; each key names a contestant in the results.
public enum InformerPeer {
    CLIENTGO_TYPED("clientgo_typed"),
    CLIENTGO_DYNAMIC("clientgo_dynamic"),
    FABRIC8("fabric8"),
    OFFICIAL("official");

    /// Enough for every Java peer at 10,000 pods; the official client runs out of memory at 50,000 with 4 GB.
    public static final int MAX_HEAP_MB = 3_000;

    private final String key;

    InformerPeer(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    /// The command line of a child that follows all pods of an API server.
    public List<String> command(GoPeers go, Path kubeconfig) {
        return switch (this) {
            case CLIENTGO_TYPED -> clientGo(go, kubeconfig, "typed");
            case CLIENTGO_DYNAMIC -> clientGo(go, kubeconfig, "dynamic");
            case FABRIC8 -> JavaChild.command(Fabric8Informer.class, MAX_HEAP_MB, kubeconfig.toString());
            case OFFICIAL -> JavaChild.command(OfficialInformer.class, MAX_HEAP_MB, kubeconfig.toString());
        };
    }

    private static List<String> clientGo(GoPeers go, Path kubeconfig, String mode) {
        return List.of(go.program("clientgo"), "--kubeconfig", kubeconfig.toString(), "--mode", mode);
    }
}
