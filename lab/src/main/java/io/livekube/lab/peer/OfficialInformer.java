package io.livekube.lab.peer;

import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.livekube.lab.child.Child;
import io.livekube.lab.child.Latencies;
import io.livekube.lab.child.ObjectSetDigest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

/// The official Java client's contestant: its shared informer on pods in all namespaces.
public final class OfficialInformer {
    private static final Duration SYNC_LIMIT = Duration.ofMinutes(10);

    private OfficialInformer() {}

    public static void main(String[] args) {
        Child.main(child -> {
            var latencies = new Latencies();
            var client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(Files.newBufferedReader(Path.of(args[0]))))
                    .setReadTimeout(Duration.ZERO)
                    .build();
            var api = new CoreV1Api(client);
            long started = System.nanoTime();
            var factory = new SharedInformerFactory(client);
            SharedIndexInformer<V1Pod> informer = factory.sharedIndexInformerFor(
                    call -> api.listPodForAllNamespaces()
                            .resourceVersion(call.resourceVersion)
                            .timeoutSeconds(call.timeoutSeconds)
                            .watch(call.watch)
                            .buildCall(null),
                    V1Pod.class,
                    V1PodList.class);
            informer.addEventHandler(new Timing(latencies));
            factory.startAllRegisteredInformers();
            awaitSync(informer, started);
            double seconds = (System.nanoTime() - started) / 1e9;
            child.emit("synced", digest(informer).fields().put("seconds", seconds));
            child.serve(Map.of("digest", command -> digest(informer).fields(), "latency", command -> latencies.take()));
        });
    }

    /// The client offers no future and no callback for this: it has to be asked.
    private static void awaitSync(SharedIndexInformer<V1Pod> informer, long started) throws Exception {
        while (!informer.hasSynced()) {
            if (System.nanoTime() - started > SYNC_LIMIT.toNanos()) {
                throw new TimeoutException("the official client's informer did not sync within " + SYNC_LIMIT);
            }
            Thread.sleep(Duration.ofMillis(5));
        }
    }

    private static ObjectSetDigest digest(SharedIndexInformer<V1Pod> informer) {
        var digest = new ObjectSetDigest();
        for (V1Pod pod : informer.getIndexer().list()) {
            var metadata = Objects.requireNonNull(pod.getMetadata());
            digest.add(
                    Objects.requireNonNull(metadata.getNamespace()),
                    Objects.requireNonNull(metadata.getName()),
                    Objects.requireNonNull(metadata.getResourceVersion()));
        }
        return digest;
    }

    private record Timing(Latencies latencies) implements ResourceEventHandler<V1Pod> {
        @Override
        public void onAdd(V1Pod pod) {}

        @Override
        public void onUpdate(V1Pod before, V1Pod now) {
            latencies.seen(Objects.requireNonNull(now.getMetadata()).getAnnotations());
        }

        @Override
        public void onDelete(V1Pod pod, boolean stateUnknown) {}
    }
}
