package io.livekube.hub.kubeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.table.TableRows;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.watch.JsonWatchEncoder;
import io.livekube.hub.watch.WatchEvent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;

/// Encodes watch events as single-row tables; the first event includes the column definitions.
final class TableWatchEncoder extends JsonWatchEncoder {
    private static final byte[] END = "]}".getBytes(StandardCharsets.US_ASCII);

    private final TableRows rows;
    private final InstantSource clock;

    TableWatchEncoder(TableRows rows, InstantSource clock) {
        this.rows = rows;
        this.clock = clock;
    }

    @Override
    protected byte[] object(WatchEvent event) {
        return table(rows.headWithoutColumns(KindTables.metadata(event.version())), event);
    }

    @Override
    public byte[] first(WatchEvent event) {
        return frame(event.type(), table(rows.head(KindTables.metadata(event.version())), event));
    }

    @Override
    public boolean firstDiffers() {
        return true;
    }

    private byte[] table(byte[] head, WatchEvent event) {
        return table(head, rows.row(event.object(), super.object(event), clock.instant()));
    }

    /// A bookmark has a row without cells.
    @Override
    protected byte[] bookmarkObject(byte[] object) {
        ObjectNode mark = JsonDocuments.parse(object);
        ObjectNode row = JsonDocuments.object();
        row.putArray("cells");
        row.set("object", MetadataWatchEncoder.partial("meta.k8s.io/v1", mark));
        ObjectNode metadata = JsonDocuments.object();
        metadata.set("resourceVersion", mark.at("/metadata/resourceVersion"));
        return table(rows.headWithoutColumns(metadata), JsonDocuments.part(row));
    }

    private static byte[] table(byte[] head, byte[] row) {
        var table = new ByteArrayOutputStream();
        table.writeBytes(head);
        table.writeBytes(row);
        table.writeBytes(END);
        return table.toByteArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableWatchEncoder same && same.rows.equals(rows);
    }

    @Override
    public int hashCode() {
        return rows.hashCode();
    }
}
