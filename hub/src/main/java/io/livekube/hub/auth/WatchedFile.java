package io.livekube.hub.auth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Parsed content of a small file, reloaded when it changes.
///
/// If the file becomes invalid or disappears, the last valid content stays in force, and the log reports each
/// invalid content once.
///
/// @param <T> parsed content
public final class WatchedFile<T> implements Supplier<T> {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);
    private static final int MAX_BYTES = 4 << 20;

    /// Parser of the text.
    ///
    /// @param <T> parsed content
    public interface Parser<T> {
        T parse(String text) throws TokenFileException;
    }

    private final Path path;
    private final Parser<T> parser;
    private byte[] lastBytes;
    private String lastError = "";
    private volatile T content;

    private WatchedFile(Path path, Parser<T> parser, byte[] lastBytes, T content) {
        this.path = path;
        this.parser = parser;
        this.lastBytes = lastBytes;
        this.content = content;
    }

    /// Reads the file for the first time.
    ///
    /// @throws TokenFileException if it can't be read or is invalid; the message names the file
    public static <T> WatchedFile<T> open(Path path, Parser<T> parser) throws TokenFileException {
        try {
            byte[] bytes = bytes(path);
            return new WatchedFile<>(path, parser, bytes, parser.parse(text(bytes)));
        } catch (TokenFileException e) {
            throw new TokenFileException(path + ": " + e.getMessage());
        }
    }

    @Override
    public T get() {
        return content;
    }

    /// Reads the file again if it has changed.
    public synchronized void refresh() {
        try {
            byte[] bytes = bytes(path);
            if (Arrays.equals(bytes, lastBytes)) {
                lastError = "";
                return;
            }
            content = parser.parse(text(bytes));
            lastBytes = bytes;
            lastError = "";
            LOG.info("{}: reloaded", path);
        } catch (TokenFileException e) {
            String error = String.valueOf(e.getMessage());
            if (!error.equals(lastError)) {
                lastError = error;
                LOG.warn("{}: invalid, keeping the previous content: {}", path, error);
            }
        }
    }

    private static byte[] bytes(Path path) throws TokenFileException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new TokenFileException("larger than %d MiB".formatted(MAX_BYTES >> 20));
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new TokenFileException("file not found");
        } catch (IOException e) {
            throw new TokenFileException("cannot be read: " + e.getMessage());
        }
    }

    private static String text(byte[] bytes) throws TokenFileException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TokenFileException("not valid UTF-8");
        }
    }
}
