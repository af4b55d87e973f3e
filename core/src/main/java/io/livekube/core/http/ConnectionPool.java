package io.livekube.core.http;

import io.livekube.core.access.ApiAccess;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connections to one API server: idle ones for reuse, and busy ones to close at the end.
final class ConnectionPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);
    private static final int MAX_IDLE = 8;

    private final ApiAccess access;
    private final ClientConfig config;
    private final Watchdog watchdog = new Watchdog();
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    /// Edition of the credentials that were used last.
    private volatile int current;

    private volatile boolean closed;

    ConnectionPool(ApiAccess access, ClientConfig config) {
        this.access = access;
        this.config = config;
    }

    ClientConfig config() {
        return config;
    }

    /// Closes a response after a time, unless the guard is closed or extended before then.
    Watchdog.Guard guard(Closeable guarded, Duration fromNow) {
        return watchdog.guard(guarded, fromNow.toNanos());
    }

    /// Takes the most recently used idle connection, or a new one.
    ///
    /// @param edition of the credentials: connections of another edition are closed as soon as they are idle
    Connection take(int edition) throws IOException {
        dropOutdated(edition);
        Connection known = idle.pollFirst();
        return known != null ? known : takeNew(edition);
    }

    private void dropOutdated(int edition) {
        current = edition;
        for (Connection known : idle) {
            if (outdated(known) && idle.remove(known)) {
                drop(known);
            }
        }
    }

    private boolean outdated(Connection connection) {
        return connection.edition() != current;
    }

    /// Opens a connection.
    Connection takeNew(int edition) throws IOException {
        dropOutdated(edition);
        if (closed) {
            throw new IOException("the client is closed");
        }
        Connection connection = Connection.open(access, edition, config.connectTimeout(), watchdog);
        open.add(connection);
        if (closed) {
            drop(connection);
            throw new IOException("the client is closed");
        }
        return connection;
    }

    /// Returns a connection whose response was read to the end, so that it can be reused.
    void giveBack(Connection connection) {
        connection.markUsed();
        if (closed || idle.size() >= MAX_IDLE || outdated(connection)) {
            drop(connection);
        } else {
            idle.addFirst(connection);
        }
    }

    void drop(Connection connection) {
        open.remove(connection);
        try {
            connection.close();
        } catch (IOException e) {
            LOG.debug("closing a connection", e);
        }
    }

    /// Closes all connections, which ends every exchange.
    @Override
    public void close() {
        closed = true;
        open.forEach(this::drop);
        watchdog.close();
    }
}
