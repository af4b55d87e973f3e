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
/// Handlers:
/// ```java
/// pods.addHandler(new Handler() {
///     @Override
///     public void onUpdate(KubeObject old, KubeObject now) {
///         System.out.println(now.key() + " is " + now.field("status.phase").orElse("?"));
///     }
/// });
/// ```
///
/// A controller, with `core.queue`:
/// ```java
/// WorkQueue<ObjectKey> queue = WorkQueue.create(QueueConfig.named("pods"));
/// pods.addHandler(Handler.keys(queue::add));
/// Reconciler<ObjectKey> reconciler = key -> reconcile(pods.store().get(key));
/// new Controller<>(queue, reconciler, ControllerConfig.defaults().withWorkers(4)).start();
/// ```
///
/// What goes wrong, as it happens; how things stand, and why, is always in [Informer#status]:
/// ```java
/// informers.addListener(failure -> System.err.println(failure.describe()));
/// ```
///
/// The first three are, complete and tested, in the module `examples`.
@NullMarked
package io.livekube.core.informer;

import org.jspecify.annotations.NullMarked;
