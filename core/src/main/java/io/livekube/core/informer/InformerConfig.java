package io.livekube.core.informer;

import io.livekube.core.kube.ClientConfig;
import io.livekube.core.watch.ReflectorConfig;
import java.time.Duration;
import java.util.Optional;

/// How a factory's informers behave.
///
/// @param reflector listing, watching, waiting
/// @param syncTimeout a kind that is not synced by then is reported as such; its sync goes on
/// @param audit how often each cache is compared with the server's keys and versions; never if empty
/// @param auditSettle how long an audit waits before it believes a difference
public record InformerConfig(
        ReflectorConfig reflector, Duration syncTimeout, Optional<Duration> audit, Duration auditSettle) {
    public InformerConfig {
        positive("syncTimeout", syncTimeout);
        positive("auditSettle", auditSettle);
        audit.ifPresent(period -> positive("audit", period));
    }

    public static InformerConfig defaults() {
        return new InformerConfig(
                ReflectorConfig.defaults(),
                Duration.ofMinutes(2),
                Optional.of(Duration.ofMinutes(10)),
                Duration.ofSeconds(2));
    }

    public InformerConfig withReflector(ReflectorConfig config) {
        return new InformerConfig(config, syncTimeout, audit, auditSettle);
    }

    public InformerConfig withSyncTimeout(Duration timeout) {
        return new InformerConfig(reflector, timeout, audit, auditSettle);
    }

    public InformerConfig withAudit(Optional<Duration> period) {
        return new InformerConfig(reflector, syncTimeout, period, auditSettle);
    }

    public InformerConfig withAuditSettle(Duration settle) {
        return new InformerConfig(reflector, syncTimeout, audit, settle);
    }

    /// A request that may take longer than the sync it belongs to can only ever end in a timeout of the sync.
    void checkAgainst(ClientConfig client) {
        if (syncTimeout.compareTo(client.headerTimeout()) <= 0) {
            throw new IllegalArgumentException(
                    "syncTimeout %s must be longer than the request's headerTimeout %s, or a slow LIST can never sync"
                            .formatted(syncTimeout, client.headerTimeout()));
        }
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, got " + value);
        }
    }
}
