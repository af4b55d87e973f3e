package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.ObjectRun;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/// Writes a list of objects from pieces that are kept, compressed or not.
final class RunsBody {
    /// The head of a gzip stream (RFC 1952): deflate, no name, no time, made as fast as can be.
    private static final byte[] GZIP_HEAD = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 0xff};

    private static final byte[] END = "]}\n".getBytes(StandardCharsets.US_ASCII);

    private final Exchange exchange;
    private final PackedRuns kept;
    private final boolean gzip;
    private final String form;
    private final Function<KubeObject, byte[]> item;
    private int crc;
    private long length;

    /// @param form what the item makes of objects, by name
    RunsBody(Exchange exchange, PackedRuns kept, boolean gzip, String form, Function<KubeObject, byte[]> item) {
        this.exchange = exchange;
        this.kept = kept;
        this.gzip = gzip;
        this.form = form;
        this.item = item;
    }

    /// @param head of the list, up to its first item
    void send(byte[] head, List<ObjectRun> runs) {
        if (gzip) {
            exchange.setHeader("Content-Encoding", "gzip");
            exchange.setHeader("Vary", "Accept-Encoding");
        }
        exchange.beginSoon(200, Answers.JSON);
        if (gzip) {
            exchange.writeSoon(Unpooled.wrappedBuffer(GZIP_HEAD));
        }
        add(gzip ? Packed.part(head, head.length) : Packed.plain(head, head.length));
        for (int i = 0; i < runs.size(); i++) {
            ObjectRun run = runs.get(i);
            boolean first = i == 0;
            add(kept.of(new PackedRuns.Key(run, form, first, gzip), () -> pack(run, first)));
        }
        add(gzip ? Packed.last(END, END.length) : Packed.plain(END, END.length));
        if (gzip) {
            ByteBuffer tail = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            exchange.writeSoon(
                    Unpooled.wrappedBuffer(tail.putInt(crc).putInt((int) length).array()));
        }
        exchange.end();
    }

    private void add(Packed piece) {
        if (gzip) {
            crc = Crc.join(crc, piece.crc(), piece.length());
            length += piece.length();
        }
        exchange.writeSoon(piece.bytes().slice());
    }

    private Packed pack(ObjectRun run, boolean first) {
        var text = new Text();
        for (int i = 0; i < run.size(); i++) {
            if (i > 0 || !first) {
                text.write(',');
            }
            text.writeBytes(item.apply(run.get(i)));
        }
        return gzip ? Packed.part(text.bytes(), text.size()) : Packed.plain(text.bytes(), text.size());
    }

    /// Gives its bytes without a copy.
    private static final class Text extends ByteArrayOutputStream {
        Text() {
            super(256 << 10);
        }

        byte[] bytes() {
            return buf;
        }
    }
}
