package io.livekube.core.queue;

import java.time.Duration;

/// What a reconciler wants to happen with its key next.
public sealed interface Result {

    /// Nothing until the key is added again; its retries are forgotten.
    record Done() implements Result {}

    /// Once more after a delay, or at once if that is zero or negative; its retries are forgotten.
    record RequeueAfter(Duration delay) implements Result {}

    /// Once more when the rate limit allows, as after a failure that need not be reported.
    record Requeue() implements Result {}

    static Result done() {
        return new Done();
    }

    static Result requeueAfter(Duration delay) {
        return new RequeueAfter(delay);
    }

    static Result requeue() {
        return new Requeue();
    }
}
