package io.livekube.hub.transport;

import io.netty.buffer.ByteBuf;
import java.util.List;

/// The whole body of an answer, in parts that others may be sending, too.
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

    /// Says how an answer is coded.
    public static void markCompressed(HttpExchange exchange) {
        exchange.setHeader("Content-Encoding", "gzip");
        exchange.setHeader("Vary", "Accept-Encoding");
    }
}
