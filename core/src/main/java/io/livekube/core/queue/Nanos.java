package io.livekube.core.queue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// Arithmetic on nanoseconds that ends at `Long.MAX_VALUE` (292 years) instead of wrapping around.
final class Nanos {
    private Nanos() {}

    static long of(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }

    /// `time + delay`, for a `delay` that is not negative.
    static long plus(long time, long delay) {
        return time > Long.MAX_VALUE - delay ? Long.MAX_VALUE : time + delay;
    }
}
