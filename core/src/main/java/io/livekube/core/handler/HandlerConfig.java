package io.livekube.core.handler;

import java.time.Duration;
import java.util.Optional;

/// Configuration of a handler.
///
/// @param name name in logs and reports
/// @param resync interval at which the handler gets every object again, as an update to itself; empty for never
public record HandlerConfig(String name, Optional<Duration> resync) {
    public HandlerConfig {
        resync.filter(r -> r.isNegative() || r.isZero()).ifPresent(r -> {
            throw new IllegalArgumentException(
                    "the resync period of handler '" + name + "' must be positive, got " + r);
        });
    }

    public static HandlerConfig named(String name) {
        return new HandlerConfig(name, Optional.empty());
    }

    public HandlerConfig withResync(Duration period) {
        return new HandlerConfig(name, Optional.of(period));
    }
}
