package io.livekube.hub.auth;

import java.util.ArrayList;
import java.util.List;

/// Tokens of readers, one per line of their file.
public final class ReaderTokens {
    private final List<TokenHash> hashes;

    private ReaderTokens(List<TokenHash> hashes) {
        this.hashes = hashes;
    }

    /// Parses one token per line.
    ///
    /// @throws TokenFileException if the text is invalid; the message names the line, never the token
    public static ReaderTokens parse(String text) throws TokenFileException {
        var hashes = new ArrayList<TokenHash>();
        for (TokenLines.Line line : TokenLines.of(text)) {
            if (line.words().size() != 1) {
                throw new TokenFileException("line %d: expected one token, found %d words"
                        .formatted(line.number(), line.words().size()));
            }
            try {
                hashes.add(TokenHash.parse(line.words().getFirst()));
            } catch (IllegalArgumentException e) {
                throw new TokenFileException("line %d: %s".formatted(line.number(), e.getMessage()));
            }
        }
        if (hashes.isEmpty()) {
            throw new TokenFileException("no tokens found; each line must have one");
        }
        return new ReaderTokens(hashes);
    }

    public boolean isKnown(String token) {
        TokenHash hash = TokenHash.of(token);
        return hashes.stream().anyMatch(hash::matches);
    }
}
