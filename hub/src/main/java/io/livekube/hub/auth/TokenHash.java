package io.livekube.hub.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 of a token, the only form in which the hub keeps it.
final class TokenHash {
    static final int MIN_TOKEN_LENGTH = 16;
    static final int MAX_TOKEN_LENGTH = 4096;

    private static final String HASHED = "sha256:";
    private static final int HASH_BYTES = 32;

    private final byte[] hash;

    private TokenHash(byte[] hash) {
        this.hash = hash;
    }

    static TokenHash of(String token) {
        try {
            return new TokenHash(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is not available", e);
        }
    }

    /// Parses a token, or `sha256:` and its hash. Error messages never contain the token.
    static TokenHash parse(String text) {
        if (text.startsWith(HASHED)) {
            return parseHash(text.substring(HASHED.length()));
        }
        if (text.length() < MIN_TOKEN_LENGTH || text.length() > MAX_TOKEN_LENGTH) {
            throw new IllegalArgumentException("a token must have %d to %,d characters, found %,d"
                    .formatted(MIN_TOKEN_LENGTH, MAX_TOKEN_LENGTH, text.length()));
        }
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("a token may contain only visible ASCII characters");
        }
        return of(text);
    }

    /// Prefix of the hash: enough to tell tokens apart, too short to guess one.
    String shortName() {
        return HexFormat.of().formatHex(hash, 0, 6);
    }

    /// Compares in constant time.
    boolean matches(TokenHash other) {
        return MessageDigest.isEqual(hash, other.hash);
    }

    private static TokenHash parseHash(String hex) {
        try {
            byte[] hash = HexFormat.of().parseHex(hex);
            if (hash.length == HASH_BYTES) {
                return new TokenHash(hash);
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'sha256:' must be followed by 64 hexadecimal digits", e);
        }
        throw new IllegalArgumentException(
                "'sha256:' must be followed by 64 hexadecimal digits, found %d".formatted(hex.length()));
    }

    /// Reveals neither the token nor its hash.
    @Override
    public String toString() {
        return "a token";
    }
}
