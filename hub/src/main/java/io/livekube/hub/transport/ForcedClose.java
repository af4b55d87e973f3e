package io.livekube.hub.transport;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/// Closes connections whose peer may not be reading.
final class ForcedClose {
    private ForcedClose() {}

    /// Closes a connection immediately. [HttpConnection#close] waits until the peer has read everything that
    /// was written, which may never happen.
    static void now(HttpConnection connection) {
        if (connection instanceof ConnectionBase known) {
            var _ = known.channelHandlerContext().close(); // bypasses handlers that would wait
        } else {
            var _ = connection.close();
        }
    }
}
