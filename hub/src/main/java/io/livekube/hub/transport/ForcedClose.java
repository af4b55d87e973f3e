package io.livekube.hub.transport;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/// Ends connections whose other end may not read.
final class ForcedClose {
    private ForcedClose() {}

    /// Closes a connection now. [HttpConnection#close] waits until the other end has taken all that was
    /// written, which may never be.
    static void now(HttpConnection connection) {
        if (connection instanceof ConnectionBase known) {
            var _ = known.channelHandlerContext().close(); // past those who would wait
        } else {
            var _ = connection.close();
        }
    }
}
