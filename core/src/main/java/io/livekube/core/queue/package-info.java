/// Work queue of keys, and the controller that runs a reconciler on them.
///
/// A [WorkQueue] is
///
/// - **fair**: keys come out in the order in which they became due;
/// - **stingy**: a key added many times before it is taken is worked on once;
/// - **exclusive**: a key is never in the hands of two workers; added while it is worked on, it is queued again when
///   that work is done;
/// - **patient**: a key can be added for later, or as soon as a rate limit allows; for one key, the earlier time wins;
/// - **shared**: any number of threads add and take;
/// - **bounded**: it holds at most [QueueConfig#maxKeys()] keys and refuses more;
/// - **finite**: it can be closed at once, or drained within a time; both wake every waiting thread.
///
/// The consistency contract: when an add of a key is accepted, and the queue is neither closed nor out of
/// drain time first, some worker *takes* that key after the add was made and after its delay passed. A worker
/// therefore sees everything that the adding thread had written before. The queue carries keys, not changes:
/// a worker reads the latest state itself, and two changes may well be one piece of work.
///
/// A key has at most one timer. Adding the key without delay does not cancel it, so an `addAfter` is kept even when the
/// key happens to be worked on earlier for another reason.
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
/// At the end the controller does what is due, and closes the queue. With an informer that fills the queue it is in
/// `core.informer`, and in the module `examples`.
@NullMarked
package io.livekube.core.queue;

import org.jspecify.annotations.NullMarked;
