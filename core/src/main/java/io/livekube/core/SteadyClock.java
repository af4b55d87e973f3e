package io.livekube.core;

import java.time.Instant;
import java.time.InstantSource;

/// The time of day when it was made, and from there on what has passed since: it never jumps, whatever is done to the
/// machine's clock. For deadlines and ages, which a clock that is set back would stretch by as much.
public final class SteadyClock implements InstantSource {
    private final Instant start = Instant.now();
    private final long startNanos = System.nanoTime();

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }
}
