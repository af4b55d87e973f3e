package io.livekube.hub;

import java.nio.file.Path;
import java.util.Optional;

/// Who may write, who may read, and over what.
///
/// @param plainHttp do without TLS on an address that others can reach
/// @param tokensFile one `cluster token` a line; read again when it changes
/// @param readerTokensFile one token a line; without it anyone may read who can reach the hub
/// @param anonymousReaders let anyone read on an address that others can reach
public record HubAccess(boolean plainHttp, Path tokensFile, Optional<Path> readerTokensFile, boolean anonymousReaders) {
    public HubAccess {
        if (readerTokensFile.isPresent() && anonymousReaders) {
            throw new IllegalArgumentException("readers have tokens or are anonymous, not both");
        }
    }

    /// Anyone on this machine may read.
    public static HubAccess onThisMachine(Path tokensFile) {
        return new HubAccess(false, tokensFile, Optional.empty(), false);
    }

    public HubAccess withReaderTokensFile(Path changed) {
        return new HubAccess(plainHttp, tokensFile, Optional.of(changed), anonymousReaders);
    }
}
