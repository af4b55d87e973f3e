package io.livekube.agent.uplink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Token that authenticates the cluster to the hub, in a file that may be replaced at any time.
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
    /// @throws IllegalArgumentException if the file has no usable token
    public static TokenFile read(Path file) {
        return new TokenFile(file, tokenIn(file));
    }

    String token() {
        return token;
    }

    /// Reads the file again. Returns true if the token has changed.
    boolean refresh() {
        try {
            String now = tokenIn(file);
            boolean changed = !now.equals(token);
            token = now;
            return changed;
        } catch (IllegalArgumentException e) {
            LOG.warn("{}; keeping the previous token", e.getMessage());
            return false;
        }
    }

    private static String tokenIn(Path file) {
        byte[] bytes;
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw new IllegalArgumentException("token file %s: cannot be read: %s".formatted(file, reason(file)), e);
        }
        String token = new String(bytes, StandardCharsets.ISO_8859_1).strip();
        if (token.isEmpty()) {
            throw new IllegalArgumentException("token file %s: is empty".formatted(file));
        }
        if (bytes.length > MAX_BYTES || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException(
                    "token file %s: expected a single line with a single token".formatted(file));
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
