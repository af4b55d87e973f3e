package io.livekube.hub.control;

import java.time.Duration;

/// How documents of API servers, such as OpenAPI schemas, are held.
///
/// @param fresh how long one is given without asking again
/// @param keep how long one is held, for the time when the agent can't be asked
/// @param documentBytes of one, unpacked
/// @param clusterBytes of all of one cluster, packed
/// @param heldBytes of all clusters together, packed
public record DocumentConfig(Duration fresh, Duration keep, int documentBytes, long clusterBytes, long heldBytes) {
    public DocumentConfig {
        if (fresh.isNegative() || keep.compareTo(fresh) < 0) {
            throw new IllegalArgumentException("fresh must not be negative, and keep no shorter than it");
        }
        if (documentBytes < 1 || clusterBytes < 1 || heldBytes < clusterBytes) {
            throw new IllegalArgumentException(
                    "documentBytes and clusterBytes must be positive, and heldBytes have room for one cluster");
        }
    }

    public static DocumentConfig defaults() {
        return new DocumentConfig(Duration.ofSeconds(30), Duration.ofHours(24), 32 << 20, 8L << 20, 64L << 20);
    }
}
