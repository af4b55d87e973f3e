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

/// Content of a small file, parsed again when it changes.
///
/// If the file becomes invalid or disappears, the last valid content stays in force, and the log reports each
/// invalid content once.
///
/// @param <T> parsed content
public final class WatchedFile<T> implements Supplier<T> {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedFile.class);
    private static final int MAX_BYTES = 4 << 20;

    /// Parses the text.
    ///
    /// @param <T> parsed content
    public interface Reader<T> {
        T read(String text) throws TokenFileException;
    }

    private final Path path;
    private final Reader<T> reader;
    private byte[] seen;
    private String complaint = "";
    private volatile T content;

    private WatchedFile(Path path, Reader<T> reader, byte[] seen, T content) {
        this.path = path;
        this.reader = reader;
        this.seen = seen;
        this.content = content;
    }

    /// Reads the file for the first time.
    ///
    /// @throws TokenFileException if it can't be read or is invalid; the message names the file
    public static <T> WatchedFile<T> open(Path path, Reader<T> reader) throws TokenFileException {
        try {
            byte[] bytes = bytes(path);
            return new WatchedFile<>(path, reader, bytes, reader.read(text(bytes)));
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
            if (Arrays.equals(bytes, seen)) {
                complaint = "";
                return;
            }
            content = reader.read(text(bytes));
            seen = bytes;
            complaint = "";
            LOG.info("{}: reloaded after a change", path);
        } catch (TokenFileException e) {
            String wrong = String.valueOf(e.getMessage());
            if (!wrong.equals(complaint)) {
                complaint = wrong;
                LOG.warn("{}: invalid, keeping the previous content: {}", path, wrong);
            }
        }
    }

    private static byte[] bytes(Path path) throws TokenFileException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new TokenFileException("it is larger than %d MiB".formatted(MAX_BYTES >> 20));
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new TokenFileException("the file does not exist");
        } catch (IOException e) {
            throw new TokenFileException("it can't be read: " + e.getMessage());
        }
    }

    private static String text(byte[] bytes) throws TokenFileException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new TokenFileException("it is not UTF-8 text");
        }
    }
}
