package io.livekube.agent.uplink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The token that proves to the hub which cluster this is, in a file that may be exchanged at any time.
public final class TokenFile {
    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
    private static final int MAX_BYTES = 4096;

    private final Path file;
    private volatile String token;

    private TokenFile(Path file, String token) {
        this.file = file;
        this.token = token;
    }

    /// Reads the token for the first time.
    ///
    /// @throws IllegalArgumentException if there is no usable token in the file; the message says why
    public static TokenFile read(Path file) {
        return new TokenFile(file, tokenIn(file));
    }

    String token() {
        return token;
    }

    /// Reads the file again; true if there is another token now.
    boolean refresh() {
        try {
            String now = tokenIn(file);
            boolean changed = !now.equals(token);
            token = now;
            return changed;
        } catch (IllegalArgumentException e) {
            LOG.warn("{}; going on with the token read before", e.getMessage());
            return false;
        }
    }

    private static String tokenIn(Path file) {
        byte[] bytes;
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw new IllegalArgumentException("the token file %s can't be read: %s".formatted(file, reason(file)), e);
        }
        String token = new String(bytes, StandardCharsets.ISO_8859_1).strip();
        if (token.isEmpty()) {
            throw new IllegalArgumentException("the token file %s is empty".formatted(file));
        }
        if (bytes.length > MAX_BYTES || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException(
                    "the token file %s must hold one line with one token, and nothing else".formatted(file));
        }
        return token;
    }

    private static String reason(Path file) {
        if (Files.isDirectory(file)) {
            return "it is a directory";
        }
        return Files.exists(file) ? "permission denied" : "there is no such file";
    }
}
