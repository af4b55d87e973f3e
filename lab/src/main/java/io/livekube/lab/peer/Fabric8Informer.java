package io.livekube.lab.peer;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.livekube.lab.child.Child;
import io.livekube.lab.child.Latencies;
import io.livekube.lab.child.ObjectSetDigest;
import java.io.File;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The fabric8 contestant: its shared informer on pods in all namespaces, over its JDK HTTP client.
public final class Fabric8Informer {
    private Fabric8Informer() {}

    public static void main(String[] args) {
        Child.main(child -> {
            var latencies = new Latencies();
            Config config = Config.fromKubeconfig(new File(args[0]));
            try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
                long started = System.nanoTime();
                SharedIndexInformer<Pod> informer =
                        client.pods().inAnyNamespace().runnableInformer(0).addEventHandler(new Timing(latencies));
                informer.start().toCompletableFuture().get(10, TimeUnit.MINUTES);
                double seconds = (System.nanoTime() - started) / 1e9;
                child.emit("synced", digest(informer).fields().put("seconds", seconds));
                child.serve(
                        Map.of("digest", command -> digest(informer).fields(), "latency", command -> latencies.take()));
            }
        });
    }

    private static ObjectSetDigest digest(SharedIndexInformer<Pod> informer) {
        var digest = new ObjectSetDigest();
        for (Pod pod : informer.getStore().list()) {
            var metadata = pod.getMetadata();
            digest.add(metadata.getNamespace(), metadata.getName(), metadata.getResourceVersion());
        }
        return digest;
    }

    private record Timing(Latencies latencies) implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {}

        @Override
        public void onUpdate(Pod before, Pod now) {
            latencies.seen(now.getMetadata().getAnnotations());
        }

        @Override
        public void onDelete(Pod pod, boolean stateUnknown) {}
    }
}
