package io.livekube.examples;

import io.livekube.core.access.Kubeconfig;
import io.livekube.core.handler.Handler;
import io.livekube.core.handler.HandlerRegistration;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ClientConfig;
import io.livekube.core.informer.Informer;
import io.livekube.core.informer.InformerConfig;
import io.livekube.core.informer.InformerFactory;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.core.queue.Controller;
import io.livekube.core.queue.ControllerConfig;
import io.livekube.core.queue.QueueConfig;
import io.livekube.core.queue.ReconcileResult;
import io.livekube.core.queue.Reconciler;
import io.livekube.core.queue.WorkQueue;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/// A controller: reports pods without a controller, which would not be re-created.
public final class OrphanController implements AutoCloseable {
    private final Controller<ObjectKey> controller;
    private final HandlerRegistration handler;

    private OrphanController(Controller<ObjectKey> controller, HandlerRegistration handler) {
        this.controller = controller;
        this.handler = handler;
    }

    public static void main() throws Exception {
        try (var client = new ApiClient(Kubeconfig.find(Optional.empty()), ClientConfig.defaults());
                var informers = new InformerFactory(client, InformerConfig.defaults());
                var _ = run(informers, pod -> System.out.println(pod + " has no controller"))) {
            new CountDownLatch(1).await();
        }
    }

    static OrphanController run(InformerFactory informers, Consumer<ObjectKey> report) {
        Informer pods = informers.informer(Resource.core("v1", "pods"));
        WorkQueue<ObjectKey> queue = WorkQueue.create(QueueConfig.named("orphans"));
        Reconciler<ObjectKey> reconciler = key -> {
            Optional<KubeObject> pod = pods.store().get(key);
            if (pod.isPresent() && pod.get().owners().stream().noneMatch(owner -> owner.controller())) {
                report.accept(key);
            }
            return ReconcileResult.done();
        };
        var controller =
                new Controller<>(queue, reconciler, ControllerConfig.defaults().withWorkers(4));
        HandlerRegistration handler = pods.addHandler(Handler.keys(queue::add));
        controller.start();
        informers.start();
        return new OrphanController(controller, handler);
    }

    /// The handler is closed before the controller, whose closed queue accepts no keys.
    @Override
    public void close() {
        handler.close();
        controller.close();
    }
}
