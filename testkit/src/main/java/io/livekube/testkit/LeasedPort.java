package io.livekube.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Loopback port reserved for one server of a test, even while that server is down.
///
/// The port is below the range of ephemeral ports, so the system never assigns it to another socket. A lock
/// on one byte per port in a shared file coordinates the test JVMs of a user; the operating system releases
/// it when the owner dies. So no port is chosen twice before its server has bound it, or lost during a
/// restart.
public final class LeasedPort implements AutoCloseable {
    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 1_000;

    private final int port;
    private final FileLock lock;

    private LeasedPort(int port, FileLock lock) {
        this.port = port;
        this.lock = lock;
    }

    /// Leases a port that no server listens on.
    public static LeasedPort take() {
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                Optional<LeasedPort> leased = of(ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST));
                if (leased.isPresent()) {
                    return leased.get();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lease a port on loopback", e);
        }
        throw new IllegalStateException("no free port on loopback from " + LOWEST + " to " + HIGHEST);
    }

    /// Leases this port unless it is leased already or a server listens on it.
    static Optional<LeasedPort> of(int port) throws IOException {
        FileLock lock = tryLock(port);
        if (lock == null) {
            return Optional.empty();
        }
        if (isFree(port)) {
            return Optional.of(new LeasedPort(port, lock));
        }
        lock.release();
        return Optional.empty();
    }

    public int port() {
        return port;
    }

    /// Releases the port; its server must have stopped.
    @Override
    public void close() {
        try {
            lock.release();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release port " + port, e);
        }
    }

    private static @Nullable FileLock tryLock(int port) throws IOException {
        try {
            return Leases.FILE.tryLock(port, 1, false);
        } catch (OverlappingFileLockException ours) {
            return null;
        }
    }

    private static boolean isFree(int port) throws IOException {
        try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (BindException taken) {
            return false;
        }
    }

    /// The file of all leases. It is never closed: closing any of its channels would release all locks of
    /// this process (POSIX).
    private static final class Leases {
        static final FileChannel FILE = open();

        private static FileChannel open() {
            Path file = Path.of(
                    System.getProperty("java.io.tmpdir"),
                    "livekube-ports-" + System.getProperty("user.name") + ".lock");
            try {
                return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot open " + file, e);
            }
        }
    }
}
