package io.livekube.core;

import java.time.Instant;
import java.time.InstantSource;

/// Clock that starts at the time of day of its creation and then advances monotonically, regardless of changes
/// to the system clock. For deadlines and ages, which would be wrong if the system clock were set back.
public final class SteadyClock implements InstantSource {
    private final Instant start = Instant.now();
    private final long startNanos = System.nanoTime();

    @Override
    public Instant instant() {
        return start.plusNanos(System.nanoTime() - startNanos);
    }
}
