package io.livekube.core.informer;

import io.livekube.core.http.ClientConfig;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Configuration of a factory's informers.
///
/// @param reflector listing, watching, waiting
/// @param syncTimeout time after which a kind is reported as not synced; its sync continues
/// @param syncTimeouts timeouts of individual kinds
/// @param audit interval at which each cache is compared with the server's keys and versions; empty for never
/// @param auditSettle time between the two comparisons of an audit
public record InformerConfig(
        ReflectorConfig reflector,
        Duration syncTimeout,
        Map<Resource, Duration> syncTimeouts,
        Optional<Duration> audit,
        Duration auditSettle) {
    public InformerConfig {
        syncTimeouts = Map.copyOf(syncTimeouts);
        positive("syncTimeout", syncTimeout);
        syncTimeouts.forEach((resource, timeout) -> positive(resource + ": syncTimeout", timeout));
        positive("auditSettle", auditSettle);
        audit.ifPresent(period -> positive("audit", period));
    }

    public static InformerConfig defaults() {
        return new InformerConfig(
                ReflectorConfig.defaults(),
                Duration.ofMinutes(2),
                Map.of(),
                Optional.of(Duration.ofMinutes(10)),
                Duration.ofSeconds(2));
    }

    public InformerConfig withReflector(ReflectorConfig config) {
        return new InformerConfig(config, syncTimeout, syncTimeouts, audit, auditSettle);
    }

    public InformerConfig withSyncTimeout(Duration timeout) {
        return new InformerConfig(reflector, timeout, syncTimeouts, audit, auditSettle);
    }

    /// Sets the timeout of one kind: longer for a huge one, shorter for one that is needed first.
    public InformerConfig withSyncTimeout(Resource resource, Duration timeout) {
        Map<Resource, Duration> timeouts = new HashMap<>(syncTimeouts);
        timeouts.put(resource, timeout);
        return new InformerConfig(reflector, syncTimeout, timeouts, audit, auditSettle);
    }

    public InformerConfig withAudit(Optional<Duration> period) {
        return new InformerConfig(reflector, syncTimeout, syncTimeouts, period, auditSettle);
    }

    public InformerConfig withAuditSettle(Duration settle) {
        return new InformerConfig(reflector, syncTimeout, syncTimeouts, audit, settle);
    }

    /// The timeout of a kind.
    public Duration syncTimeout(Resource resource) {
        return syncTimeouts.getOrDefault(resource, syncTimeout);
    }

    /// If a request may take longer than the sync timeout, a slow one always ends in a sync timeout.
    void checkAgainst(ClientConfig client) {
        longer("syncTimeout", syncTimeout, client);
        syncTimeouts.forEach((resource, timeout) -> longer(resource + ": syncTimeout", timeout, client));
    }

    private static void longer(String name, Duration timeout, ClientConfig client) {
        if (timeout.compareTo(client.headerTimeout()) <= 0) {
            throw new IllegalArgumentException(
                    "%s %s must be longer than the request's headerTimeout %s, or a slow LIST can never sync"
                            .formatted(name, timeout, client.headerTimeout()));
        }
    }

    private static void positive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive, got " + value);
        }
    }
}
