package io.livekube.hub.http;

import io.netty.buffer.ByteBuf;
import java.util.List;

/// The whole body of an answer, in parts that others may be sending, too.
record ReadyBody(List<ByteBuf> parts, boolean gzip) {
    long length() {
        long length = 0;
        for (ByteBuf part : parts) {
            length += part.readableBytes();
        }
        return length;
    }

    void send(Exchange exchange) {
        if (gzip) {
            markCompressed(exchange);
        }
        exchange.send(200, Answers.JSON, parts, length());
    }

    /// Says how an answer is coded.
    static void markCompressed(Exchange exchange) {
        exchange.setHeader("Content-Encoding", "gzip");
        exchange.setHeader("Vary", "Accept-Encoding");
    }
}
