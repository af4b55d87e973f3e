/// Shared informers: one LIST and WATCH for each collection, a cache to read from, and any number of handlers.
///
/// Cache only:
/// ```java
/// try (var client = new ApiClient(Kubeconfig.find(Optional.empty()), ClientConfig.defaults());
///         var informers = new InformerFactory(client, InformerConfig.defaults())) {
///     Informer pods = informers.informer(Resource.core("v1", "pods"));
///     informers.start();
///     informers.awaitSync(Duration.ofSeconds(60)).orThrow();
///     pods.store().list("default").forEach(pod -> System.out.println(pod.name()));
/// }
/// ```
///
/// Handlers, which receive the first state as `initial` additions, then every change:
/// ```java
/// try (var client = new ApiClient(Kubeconfig.find(Optional.empty()), ClientConfig.defaults());
///         var informers = new InformerFactory(client, InformerConfig.defaults())) {
///     informers.informer(Resource.core("v1", "pods")).addHandler(new Handler() {
///         @Override
///         public void onAdd(KubeObject pod, boolean initial) {
///             if (!initial) {
///                 System.out.println(pod.key() + " is new");
///             }
///         }
///
///         @Override
///         public void onUpdate(KubeObject old, KubeObject now) {
///             System.out.println(now.key() + " is " + now.field("status.phase").orElse("?"));
///         }
///     });
///     informers.start();
///     new CountDownLatch(1).await();
/// }
/// ```
///
/// A controller, with `core.queue`: handlers queue the keys of changed objects, and workers look at their
/// current state:
/// ```java
/// try (var client = new ApiClient(Kubeconfig.find(Optional.empty()), ClientConfig.defaults());
///         var informers = new InformerFactory(client, InformerConfig.defaults())) {
///     Informer pods = informers.informer(Resource.core("v1", "pods"));
///     WorkQueue<ObjectKey> queue = WorkQueue.create(QueueConfig.named("pods"));
///     Reconciler<ObjectKey> reconciler = key -> {
///         pods.store().get(key).ifPresent(pod -> System.out.println("look at " + pod.key()));
///         return ReconcileResult.done();
///     };
///     // The handler is closed first, since the controller closes the queue that it adds to.
///     try (var controller = new Controller<>(queue, reconciler, ControllerConfig.defaults().withWorkers(4));
///             var _ = pods.addHandler(Handler.keys(queue::add))) {
///         controller.start();
///         informers.start();
///         new CountDownLatch(1).await();
///     }
/// }
/// ```
///
/// Failures as they happen; the current state, and its cause, is always available from [Informer#status]:
/// ```java
/// informers.addListener(failure -> System.err.println(failure.describe()));
/// ```
///
/// The module `examples` contains the first three, with tests.
@NullMarked
package io.livekube.core.informer;

import org.jspecify.annotations.NullMarked;
