package io.livekube.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// File that a command will write: checked early, replaced atomically, readable by its owner only.
///
/// @param what names the content in error messages
public record OutputFile(Path path, String what) {

    /// Fails early if the file cannot be written.
    public static OutputFile claim(Path path, String what) {
        Path folder = path.toAbsolutePath().getParent();
        String failed = "cannot write the %s to %s: ".formatted(what, path);
        if (Files.isDirectory(path)) {
            throw new CommandFailure(failed + "it is a directory");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new CommandFailure(failed + "directory " + folder + " does not exist");
        }
        if (!Files.isWritable(folder) || (Files.exists(path) && !Files.isWritable(path))) {
            throw new CommandFailure(failed + "permission denied");
        }
        return new OutputFile(path, what);
    }

    /// Replaces the content; a symbolic link is kept and its target replaced.
    public void write(String text) {
        try {
            Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
            Path draft = Files.createTempFile(target.getParent(), "." + what, ".tmp");
            if (Files.getFileStore(draft).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
            }
            Files.writeString(draft, text);
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new CommandFailure("cannot write the %s to %s: %s".formatted(what, path, e.getMessage()), e);
        }
    }
}
