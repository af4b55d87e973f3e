package io.livekube.lab.informer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.livekube.core.access.Kubeconfig;
import io.livekube.core.handler.Handler;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.Informer;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.informer.TypedView;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.lab.child.Child;
import io.livekube.lab.child.Latencies;
import io.livekube.lab.child.ObjectSetDigest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Our own contestant: an informer on pods in all namespaces.
public final class LivekubeInformer {
    private static final Resource PODS = Resource.core("v1", "pods");
    private static final String WRITTEN_AT = "metadata.annotations[" + Latencies.WRITTEN_AT + "]";
    private static final Duration SYNC_LIMIT = Duration.ofMinutes(10);

    private LivekubeInformer() {}

    /// Arguments: the kubeconfig; `protobuf` or `json`, followed by `+gzip` for compressed LISTs.
    public static void main(String[] args) {
        Child.main(child -> {
            var latencies = new Latencies();
            ClientConfig config = ClientConfig.defaults()
                    .withProtobuf(args[1].startsWith("protobuf"))
                    .withGzip(args[1].endsWith("+gzip"));
            try (var client = new ApiClient(Kubeconfig.file(Path.of(args[0]), Optional.empty()), config);
                    var informers = factory(client)) {
                long started = System.nanoTime();
                Informer pods = informers.informer(PODS);
                pods.addHandler(new Timing(latencies));
                informers.start();
                informers.awaitSync(SYNC_LIMIT).orThrow();
                double seconds = (System.nanoTime() - started) / 1e9;
                child.emit("synced", digest(pods).fields().put("seconds", seconds));
                child.serve(Map.of(
                        "digest", _ -> digest(pods).fields(),
                        "latency", _ -> latencies.take(),
                        "read", _ -> read(pods)));
            }
        });
    }

    /// The defaults, but for the time of the write, which is kept at hand as a user's own index field would be.
    private static InformerFactory factory(ApiClient client) {
        FormatConfig defaults = FormatConfig.defaultsFor(PODS);
        FormatConfig format = new FormatConfig(
                defaults.dropped(),
                List.of("spec.nodeName", "status.phase", WRITTEN_AT),
                defaults.dictionarySamples(),
                defaults.dictionaryBytes());
        return new InformerFactory(
                client,
                InformerConfig.defaults(),
                _ -> format,
                InstantSource.system(),
                RandomGenerator.getDefault(),
                (handler, key, failure) -> {
                    throw new IllegalStateException(handler + " failed at " + key, failure);
                });
    }

    private static ObjectSetDigest digest(Informer pods) {
        var digest = new ObjectSetDigest();
        for (KubeObject pod : pods.store().list()) {
            digest.add(pod.namespace(), pod.name(), Long.toUnsignedString(pod.resourceVersion()));
        }
        return digest;
    }

    /// Time to read each pod once, as JSON bytes and as an object.
    private static ObjectNode read(Informer pods) {
        List<KubeObject> all = pods.store().list();
        TypedView<Pod> typed = pods.typed(Pod.class);
        long began = System.nanoTime();
        long bytes = all.stream().mapToLong(pod -> pod.json().length).sum();
        long asJson = System.nanoTime();
        long named = all.stream()
                .filter(pod -> typed.map(pod).getMetadata().getName().equals(pod.name()))
                .count();
        long asObjects = System.nanoTime();
        return Child.fields()
                .put("json_us", (asJson - began) / 1e3 / all.size())
                .put("typed_us", (asObjects - asJson) / 1e3 / all.size())
                .put("whole", bytes > all.size() && named == all.size());
    }

    private record Timing(Latencies latencies) implements Handler {
        @Override
        public void onUpdate(KubeObject old, KubeObject now) {
            now.field(WRITTEN_AT)
                    .ifPresent(written -> latencies.record(Latencies.wallClockNanos() - Long.parseLong(written)));
        }
    }
}
