package io.livekube.core.queue;

import java.time.Duration;

/// Next step for a key, as a reconciler decides.
public sealed interface ReconcileResult {

    /// Nothing until the key is added again; its retries are forgotten.
    record Done() implements ReconcileResult {}

    /// Once more after a delay, or at once if that is zero or negative; its retries are forgotten.
    record RequeueAfter(Duration delay) implements ReconcileResult {}

    /// Once more when the rate limit allows, as after a failure that need not be reported.
    record Requeue() implements ReconcileResult {}

    static ReconcileResult done() {
        return new Done();
    }

    static ReconcileResult requeueAfter(Duration delay) {
        return new RequeueAfter(delay);
    }

    static ReconcileResult requeue() {
        return new Requeue();
    }
}
