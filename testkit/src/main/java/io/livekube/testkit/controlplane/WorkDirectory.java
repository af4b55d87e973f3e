package io.livekube.testkit.controlplane;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Temporary directory that is deleted on close, or by the next control plane if this process is killed.
///
/// Its owner holds a file lock inside it, which the operating system releases when the owner dies. A process
/// never opens its own lock files a second time, because closing such a channel would release the lock
/// (POSIX).
final class WorkDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkDirectory.class);
    private static final String PREFIX = "livekube-controlplane-";
    private static final String OWN_PREFIX = PREFIX + ProcessHandle.current().pid() + "-";
    private static final String LOCK = "owner.lock";
    private static final Duration TIME_TO_LOCK = Duration.ofMinutes(1);

    private final Path path;
    private final FileChannel lockFile;

    private WorkDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    static WorkDirectory create() {
        return createBelow(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static WorkDirectory createBelow(Path parent) {
        try {
            Path path = Files.createTempDirectory(parent, OWN_PREFIX);
            FileChannel lockFile =
                    FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            lockFile.lock();
            deleteAbandoned(parent);
            return new WorkDirectory(path, lockFile);
        } catch (IOException e) {
            throw new ControlPlaneException("cannot create a work directory for the control plane", e);
        }
    }

    Path path() {
        return path;
    }

    /// The lock is held until all files are deleted; otherwise another process would delete them at the same
    /// time.
    @Override
    public void close() {
        try (lockFile) {
            delete(path);
        } catch (IOException e) {
            throw new ControlPlaneException("cannot delete " + path, e);
        }
    }

    /// Other processes may be cleaning up concurrently, so undeletable files are left for the next one.
    private static void deleteAbandoned(Path parent) throws IOException {
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path sibling : siblings) {
                try {
                    if (isAbandoned(sibling)) {
                        delete(sibling);
                    }
                } catch (IOException e) {
                    LOG.info("left {} behind, which another control plane did not clean up: {}", sibling, e.toString());
                }
            }
        }
    }

    private static boolean isAbandoned(Path directory) throws IOException {
        if (directory.getFileName().toString().startsWith(OWN_PREFIX)) {
            return false;
        }
        try (FileChannel file = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE)) {
            Instant touched = Files.getLastModifiedTime(directory.resolve(LOCK)).toInstant();
            return touched.isBefore(Instant.now().minus(TIME_TO_LOCK)) && file.tryLock() != null;
        } catch (NoSuchFileException | AccessDeniedException othersBusiness) {
            return false;
        }
    }

    /// Files may vanish meanwhile, because dying processes delete their own. The lock is deleted last, so
    /// that a partly deleted directory still has one.
    static void delete(Path directory) throws IOException {
        Path lock = directory.resolve(LOCK);
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.equals(lock)) {
                    Files.deleteIfExists(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                if (e != null && !(e instanceof NoSuchFileException)) {
                    throw e;
                }
                if (visited.equals(directory)) {
                    Files.deleteIfExists(lock);
                }
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
