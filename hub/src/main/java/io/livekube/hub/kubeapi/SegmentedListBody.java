package io.livekube.hub.kubeapi;

import io.livekube.core.store.ObjectRun;
import io.livekube.hub.transport.BodySegment;
import io.livekube.hub.transport.CombinedCrc;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.PreparedBody;
import io.livekube.hub.transport.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes a list from cached segments, compressed or not.
final class SegmentedListBody {
    /// Header of a gzip stream (RFC 1952): deflate, no name, no time, fastest compression.
    private static final byte[] GZIP_HEAD = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 0xff};

    private static final byte[] END = "]}\n".getBytes(StandardCharsets.US_ASCII);
    private static final BodySegment GZIP_END = BodySegment.small(END, true);

    /// Looking up more runs would take too long on the event loop.
    private static final int MOST_READY = 256;

    private final ListSegmentCache cache;
    private final ListSegmentEncoder encoder;
    private final String list;
    private int crc;
    private long length;

    /// @param list identifies cluster and resource
    SegmentedListBody(ListSegmentCache cache, ListSegmentEncoder encoder, String list) {
        this.cache = cache;
        this.encoder = encoder;
        this.list = list;
    }

    /// The complete body, if all its segments are cached and there are not too many.
    ///
    /// @param head start of the list, up to its first item
    Optional<PreparedBody> ready(byte[] head, List<ObjectRun> runs) {
        if (runs.size() > MOST_READY) {
            return Optional.empty();
        }
        List<ByteBuf> parts = new ArrayList<>();
        begin(head, parts);
        for (int i = 0; i < runs.size(); i++) {
            Optional<List<ListSegment>> segments = cache.find(list, runs.get(i), i == 0, encoder);
            if (segments.isEmpty()) {
                return Optional.empty();
            }
            add(segments.get(), parts);
        }
        end(parts);
        return Optional.of(new PreparedBody(parts, encoder.gzip()));
    }

    /// Sends segments as they are encoded.
    void send(HttpExchange exchange, byte[] head, List<ObjectRun> runs) {
        if (encoder.gzip()) {
            PreparedBody.markCompressed(exchange);
        }
        exchange.beginSoon(200, ResponseHead.JSON);
        List<ByteBuf> parts = new ArrayList<>();
        begin(head, parts);
        for (int i = 0; i < runs.size(); i++) {
            add(cache.of(list, runs.get(i), i == 0, encoder), parts);
            parts.forEach(exchange::writeSoon);
            parts.clear();
        }
        end(parts);
        parts.forEach(exchange::writeSoon);
        exchange.end();
    }

    private void begin(byte[] head, List<ByteBuf> parts) {
        if (!encoder.gzip()) {
            parts.add(Unpooled.wrappedBuffer(head));
            return;
        }
        parts.add(Unpooled.wrappedBuffer(GZIP_HEAD));
        add(BodySegment.small(head, false), parts);
    }

    private void add(List<ListSegment> segments, List<ByteBuf> parts) {
        for (ListSegment segment : segments) {
            add(segment.body(), parts);
        }
    }

    private void add(BodySegment segment, List<ByteBuf> parts) {
        if (encoder.gzip()) {
            crc = CombinedCrc.join(crc, segment.crc(), segment.shift());
            length += segment.length();
        }
        parts.add(segment.bytes().slice());
    }

    private void end(List<ByteBuf> parts) {
        if (!encoder.gzip()) {
            parts.add(Unpooled.wrappedBuffer(END));
            return;
        }
        add(GZIP_END, parts);
        ByteBuffer tail = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        parts.add(Unpooled.wrappedBuffer(tail.putInt(crc).putInt((int) length).array()));
    }
}
