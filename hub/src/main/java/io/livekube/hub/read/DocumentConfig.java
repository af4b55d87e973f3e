package io.livekube.hub.read;

import java.time.Duration;

/// Limits on the cache of API server documents, such as OpenAPI schemas.
///
/// @param fresh how long a document is served without revalidation
/// @param keep how long a document is kept in case the agent becomes unavailable
/// @param documentBytes maximum uncompressed size of a document
/// @param clusterBytes maximum compressed size per cluster
/// @param heldBytes maximum compressed size of all documents
public record DocumentConfig(Duration fresh, Duration keep, int documentBytes, long clusterBytes, long heldBytes) {
    public DocumentConfig {
        if (fresh.isNegative() || keep.compareTo(fresh) < 0) {
            throw new IllegalArgumentException("fresh must not be negative, and keep must be at least fresh");
        }
        if (documentBytes < 1 || clusterBytes < 1 || heldBytes < clusterBytes) {
            throw new IllegalArgumentException(
                    "documentBytes and clusterBytes must be positive, and heldBytes at least clusterBytes");
        }
    }

    public static DocumentConfig defaults() {
        return new DocumentConfig(Duration.ofSeconds(30), Duration.ofHours(24), 32 << 20, 8L << 20, 64L << 20);
    }
}
