package io.livekube.hub.http;

import io.livekube.hub.table.TableRows;
import io.livekube.hub.watch.JsonFrames;
import io.livekube.hub.watch.WatchEvent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/// Events as tables of one row, of which the first tells the columns.
final class TableFrames extends JsonFrames {
    private static final byte[] END = "]}".getBytes(StandardCharsets.US_ASCII);

    private final TableRows rows;
    private final InstantSource clock;

    TableFrames(TableRows rows, InstantSource clock) {
        this.rows = rows;
        this.clock = clock;
    }

    @Override
    protected byte[] told(WatchEvent event) {
        return table(rows.headWithoutColumns(TableBody.metadata(event.version())), event);
    }

    @Override
    public byte[] first(WatchEvent event) {
        return frame(event.type(), table(rows.head(TableBody.metadata(event.version())), event));
    }

    private byte[] table(byte[] head, WatchEvent event) {
        var table = new ByteArrayOutputStream();
        table.writeBytes(head);
        table.writeBytes(rows.row(event.object(), clock.instant()));
        table.writeBytes(END);
        return table.toByteArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableFrames same && same.rows.equals(rows);
    }

    @Override
    public int hashCode() {
        return rows.hashCode();
    }
}
