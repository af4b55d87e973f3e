package io.livekube.hub;

import java.nio.file.Path;
import java.util.Optional;

/// Who may write, who may read, and over which connections.
///
/// @param plainHttp allow plain HTTP on a non-loopback address
/// @param tokensFile one `cluster token` per line; reloaded when it changes
/// @param readerTokensFile one token per line; without it everyone who can reach the hub may read
/// @param anonymousReaders allow reading without a token on a non-loopback address
public record HubAccess(boolean plainHttp, Path tokensFile, Optional<Path> readerTokensFile, boolean anonymousReaders) {
    public HubAccess {
        if (readerTokensFile.isPresent() && anonymousReaders) {
            throw new IllegalArgumentException("readers either have tokens or are anonymous, not both");
        }
    }

    /// Everyone on this machine may read.
    public static HubAccess onThisMachine(Path tokensFile) {
        return new HubAccess(false, tokensFile, Optional.empty(), false);
    }

    public HubAccess withReaderTokensFile(Path changed) {
        return new HubAccess(plainHttp, tokensFile, Optional.of(changed), anonymousReaders);
    }
}
