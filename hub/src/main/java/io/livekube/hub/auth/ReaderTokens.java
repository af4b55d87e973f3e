package io.livekube.hub.auth;

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
        return new ReaderTokens(TokenLines.parse(text, 1, "one token").stream()
                .map(TokenLines.Line::token)
                .toList());
    }

    public boolean isKnown(String token) {
        TokenHash hash = TokenHash.of(token);
        return hashes.stream().anyMatch(hash::matches);
    }
}
