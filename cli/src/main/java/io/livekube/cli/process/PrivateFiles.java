package io.livekube.cli.process;

import io.livekube.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Temporary files that only this user can read, deleted when the command ends.
public final class PrivateFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);
    private static final int TOKEN_BYTES = 32;

    private final Path directory;
    private final List<Path> files = new CopyOnWriteArrayList<>();
    private final Thread atExit = Thread.ofPlatform().name("livekube-scratch").unstarted(this::delete);

    private PrivateFiles(Path directory) {
        this.directory = directory;
    }

    public static PrivateFiles directory() {
        try {
            var scratch = new PrivateFiles(Files.createTempDirectory("livekube-"));
            Runtime.getRuntime().addShutdownHook(scratch.atExit);
            return scratch;
        } catch (IOException e) {
            throw new CommandFailure("cannot create a temporary directory: " + e.getMessage(), e);
        }
    }

    /// A random token of 256 bits, in hexadecimal.
    public static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    public Path write(String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            files.add(file);
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new CommandFailure("cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            LOG.debug("the process is already exiting", e);
        }
    }

    private void delete() {
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
