package io.livekube.hub;

import java.nio.file.Path;
import java.util.Optional;

/// Access rules: tokens of agents and readers, and whether plain HTTP is allowed.
///
/// @param plainHttp allow plain HTTP on a non-loopback address
/// @param tokensFile one `cluster token` per line; reloaded when it changes
/// @param readerTokensFile one token per line; without it, anyone who can reach the hub may read
/// @param anonymousReaders allow reading without a token on a non-loopback address
public record HubAccess(boolean plainHttp, Path tokensFile, Optional<Path> readerTokensFile, boolean anonymousReaders) {
    public HubAccess {
        if (readerTokensFile.isPresent() && anonymousReaders) {
            throw new IllegalArgumentException("reader tokens and anonymous readers are mutually exclusive");
        }
    }

    /// Default for loopback: anyone on this machine may read.
    public static HubAccess onThisMachine(Path tokensFile) {
        return new HubAccess(false, tokensFile, Optional.empty(), false);
    }

    public HubAccess withReaderTokensFile(Path changed) {
        return new HubAccess(plainHttp, tokensFile, Optional.of(changed), anonymousReaders);
    }
}
