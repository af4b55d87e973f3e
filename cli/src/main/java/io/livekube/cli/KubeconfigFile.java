package io.livekube.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/// A kubeconfig that is about to be written: checked early, replaced whole, readable by its owner only.
record KubeconfigFile(Path path) {

    /// Makes sure that the file can be written, before anything is started that it would speak of.
    static KubeconfigFile claim(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (Files.isDirectory(path)) {
            throw new CommandFailure("can't write the kubeconfig to " + path + ": it is a directory");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw new CommandFailure("can't write the kubeconfig to " + path + ": there is no directory " + folder);
        }
        if (!Files.isWritable(folder) || (Files.exists(path) && !Files.isWritable(path))) {
            throw new CommandFailure("can't write the kubeconfig to " + path + ": permission denied");
        }
        return new KubeconfigFile(path);
    }

    void write(String kubeconfig) {
        try {
            Path folder = path.toAbsolutePath().getParent();
            Path draft = Files.createTempFile(folder, ".kubeconfig", ".tmp");
            if (Files.getFileStore(draft).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
            }
            Files.writeString(draft, kubeconfig);
            Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new CommandFailure("can't write the kubeconfig to " + path + ": " + e.getMessage(), e);
        }
    }
}
