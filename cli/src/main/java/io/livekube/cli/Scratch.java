package io.livekube.cli;

import io.livekube.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// Files that only this user can read, and that are gone when the command ends.
final class Scratch implements AutoCloseable {
    private static final int TOKEN_BYTES = 32;

    private final Path directory;
    private final List<Path> files = new ArrayList<>();

    private Scratch(Path directory) {
        this.directory = directory;
    }

    static Scratch directory() {
        try {
            return new Scratch(Files.createTempDirectory("livekube-"));
        } catch (IOException e) {
            throw new CommandFailure("can't make a temporary directory: " + e.getMessage(), e);
        }
    }

    /// A token that nobody can guess.
    static String token() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    Path write(String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            files.add(file);
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new CommandFailure("can't write below " + directory + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
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
