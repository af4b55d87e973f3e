package io.livekube.hub.read;

import java.time.Duration;

/// Cache of documents of API servers, such as OpenAPI schemas.
///
/// @param fresh how long a document is served without asking again
/// @param keep how long a document is kept for the time when the agent is unavailable
/// @param documentBytes uncompressed size per document
/// @param clusterBytes compressed size per cluster
/// @param heldBytes compressed size of all documents
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
