package io.livekube.lab.sync;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.livekube.lab.bench.ChildProcess;
import io.livekube.lab.bench.GoPeers;
import io.livekube.lab.bench.HeldObjects;
import io.livekube.lab.bench.Run;
import io.livekube.lab.child.ObjectSetDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// All pods in the cache of another library's informer.
///
/// @param holding its current content
record FollowedPods(String name, Supplier<HeldObjects> holding, Runnable end) implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /// @param side the server's name in messages
    static FollowedPods fabric8(String side, Path kubeconfig) throws Exception {
        KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build();
        SharedIndexInformer<Pod> informer = client.pods().inAnyNamespace().runnableInformer(0);
        informer.start().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return new FollowedPods(
                "fabric8 on " + side,
                () -> {
                    var digest = new ObjectSetDigest();
                    informer.getStore().list().forEach(pod -> {
                        var metadata = pod.getMetadata();
                        digest.add(metadata.getNamespace(), metadata.getName(), metadata.getResourceVersion());
                    });
                    return new HeldObjects(digest.count(), digest.hex());
                },
                client::close);
    }

    static FollowedPods official(String side, Path kubeconfig) throws IOException {
        var client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(Files.newBufferedReader(kubeconfig)))
                .setReadTimeout(Duration.ZERO)
                .build();
        var api = new CoreV1Api(client);
        var factory = new SharedInformerFactory(client);
        var informer = factory.sharedIndexInformerFor(
                call -> api.listPodForAllNamespaces()
                        .resourceVersion(call.resourceVersion)
                        .timeoutSeconds(call.timeoutSeconds)
                        .watch(call.watch)
                        .buildCall(null),
                V1Pod.class,
                V1PodList.class);
        factory.startAllRegisteredInformers();
        await("the official client's informer on " + side).atMost(PATIENCE).until(informer::hasSynced);
        return new FollowedPods(
                "the official client on " + side,
                () -> {
                    var digest = new ObjectSetDigest();
                    informer.getIndexer().list().forEach(pod -> {
                        V1ObjectMeta metadata = Objects.requireNonNull(pod.getMetadata());
                        digest.add(
                                Objects.requireNonNull(metadata.getNamespace()),
                                Objects.requireNonNull(metadata.getName()),
                                Objects.requireNonNull(metadata.getResourceVersion()));
                    });
                    return new HeldObjects(digest.count(), digest.hex());
                },
                factory::stopAllRegisteredInformers);
    }

    /// @param mode `typed`, which requests protobuf first, or `dynamic`
    /// @param watchList whether it uses WatchList, as it does by default
    static FollowedPods clientGo(Run run, GoPeers go, String side, Path kubeconfig, String mode, boolean watchList) {
        String name = "client-go %s with%s WatchList on %s".formatted(mode, watchList ? "" : "out", side);
        List<String> command = new ArrayList<>(List.of("env", "KUBE_FEATURE_WatchListClient=" + watchList));
        command.addAll(List.of(go.program("clientgo"), "--kubeconfig", kubeconfig.toString(), "--mode", mode));
        ChildProcess child = run.start(name.replace(' ', '-'), command);
        child.await("synced", PATIENCE);
        return new FollowedPods(name, () -> HeldObjects.of(child.ask("digest")), child::close);
    }

    @Override
    public void close() {
        end.run();
    }
}
