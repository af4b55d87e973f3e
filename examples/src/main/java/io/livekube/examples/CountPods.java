package io.livekube.examples;

import io.livekube.core.access.Kubeconfig;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.Informer;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.core.store.IndexFunction;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Cache only: counts the pods of each node with an index.
public final class CountPods {
    private CountPods() {}

    public static void main() throws Exception {
        try (var client = new ApiClient(Kubeconfig.find(Optional.empty()), ClientConfig.defaults());
                var informers = new InformerFactory(client, InformerConfig.defaults())) {
            podsByNode(informers).forEach((node, pods) -> System.out.printf("%-30s %d%n", node, pods));
        }
    }

    static Map<String, Integer> podsByNode(InformerFactory informers) throws InterruptedException {
        Informer pods = informers.informer(Resource.core("v1", "pods"));
        Informer nodes = informers.informer(Resource.core("v1", "nodes"));
        pods.store().addIndex("node", IndexFunction.nodeName());
        informers.start();
        informers.awaitSync(Duration.ofMinutes(1)).orThrow();

        Map<String, Integer> counts = new TreeMap<>();
        for (KubeObject node : nodes.store().list()) {
            counts.put(node.name(), pods.store().byIndex("node", node.name()).size());
        }
        return counts;
    }
}
