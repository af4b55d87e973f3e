/// Work queue of keys, and the controller that runs a reconciler on them.
///
/// A [WorkQueue] is
///
/// - **fair**: keys come out in the order in which they became due;
/// - **stingy**: a key added many times before it is taken is processed once;
/// - **exclusive**: two workers never process a key at the same time; a key added during its processing is
///   queued again afterwards;
/// - **patient**: a key can be added for later, or as soon as a rate limit allows; for one key, the earlier time wins;
/// - **shared**: any number of threads add and take;
/// - **bounded**: it holds at most [QueueConfig#maxKeys()] keys and refuses more;
/// - **finite**: it can be closed immediately, or drained within a time limit; both wake all waiting threads.
///
/// The consistency contract: when an add of a key is accepted, and the queue is neither closed nor out of drain
/// time first, some worker *takes* that key after the add was made and after its delay passed. A worker
/// therefore sees everything that the adding thread had written before. The queue carries keys, not changes: a
/// worker reads the latest state itself, and may handle several changes at once.
///
/// A key has at most one timer. Adding the key without delay does not cancel it, so an `addAfter` remains in
/// effect even if the key is processed earlier for another reason.
///
/// ```java
/// WorkQueue<String> queue = WorkQueue.create(QueueConfig.named("pods"));
/// Reconciler<String> reconciler = key -> {
///     System.out.println("look at " + key);
///     return ReconcileResult.done();
/// };
/// try (var controller = new Controller<>(queue, reconciler, ControllerConfig.defaults().withWorkers(4))) {
///     controller.start();
///     queue.add("default/web-0");
/// }
/// ```
///
/// When closed, the controller processes the due keys and closes the queue. The package documentation of
/// `core.informer` and the module `examples` show it with an informer.
@NullMarked
package io.livekube.core.queue;

import org.jspecify.annotations.NullMarked;
