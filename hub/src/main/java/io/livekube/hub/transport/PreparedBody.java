package io.livekube.hub.transport;

import io.netty.buffer.ByteBuf;
import java.util.List;

/// Complete response body, in parts that other responses may share.
public record PreparedBody(List<ByteBuf> parts, boolean gzip) {
    public long length() {
        long length = 0;
        for (ByteBuf part : parts) {
            length += part.readableBytes();
        }
        return length;
    }

    public void send(HttpExchange exchange) {
        if (gzip) {
            markCompressed(exchange);
        }
        exchange.send(200, ResponseHead.JSON, parts, length());
    }

    /// Sets the headers of a compressed response.
    public static void markCompressed(HttpExchange exchange) {
        exchange.setHeader("Content-Encoding", "gzip");
        exchange.setHeader("Vary", "Accept-Encoding");
    }
}
