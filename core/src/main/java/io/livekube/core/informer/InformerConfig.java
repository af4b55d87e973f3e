package io.livekube.core.informer;

import io.livekube.core.http.ClientConfig;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ReflectorConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How a factory's informers behave.
///
/// @param reflector listing, watching, waiting
/// @param syncTimeout a kind that is not synced by then is reported as such; its sync goes on
/// @param syncTimeouts the same for kinds that have one of their own
/// @param audit how often each cache is compared with the server's keys and versions; never if empty
/// @param auditSettle how long an audit waits before it believes a difference
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

    /// Gives one kind a timeout of its own: longer for one that is huge, shorter for one that is needed first.
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

    /// The timeout that holds for a kind.
    public Duration syncTimeout(Resource resource) {
        return syncTimeouts.getOrDefault(resource, syncTimeout);
    }

    /// A request that may take longer than the sync it belongs to can only ever end in a timeout of the sync.
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
