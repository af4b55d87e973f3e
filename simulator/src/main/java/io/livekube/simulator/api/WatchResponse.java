package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.StoreChange;
import io.livekube.simulator.store.StoredJson;
import io.livekube.simulator.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Encodes the events of one watch and sends them in batches.
final class WatchResponse {
    private static final int BATCH = 64 << 10;
    private static final byte[] END = ObjectEncoder.bytes("}\n");

    private final ApiExchange exchange;
    private final ObjectEncoder encoder;
    private final ObjectFilter filter;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private boolean columnsSent;

    WatchResponse(ApiExchange exchange, ObjectEncoder encoder, ObjectFilter filter) {
        this.exchange = exchange;
        this.encoder = encoder;
        this.filter = filter;
    }

    /// Adds a change as this watch sees it: objects are ADDED and DELETED as they start and stop matching the
    /// filter.
    void change(StoreChange change) {
        boolean matches = change.kind() != StoreChange.Kind.DELETED && filter.test(change.object());
        boolean matched = change.previous().filter(filter).isPresent();
        if (matches) {
            object(matched ? "MODIFIED" : "ADDED", change.object());
        } else if (matched && change.kind() == StoreChange.Kind.DELETED) {
            object("DELETED", change.object());
        } else if (matched) {
            // The object stopped matching: send its last matching state, with the version of the change.
            ObjectNode last = change.previous().orElseThrow().toTree();
            last.withObject("/metadata").put("resourceVersion", Long.toString(change.revision()));
            tree("DELETED", last);
        }
    }

    void added(StoredObject object) {
        object("ADDED", object);
    }

    void bookmark(long revision, boolean endOfInitialEvents) {
        tree("BOOKMARK", encoder.bookmark(revision, endOfInitialEvents));
    }

    void error(ApiException error) {
        begin("ERROR");
        pending.writeBytes(StoredJson.bytes(error.toStatus()));
        pending.writeBytes(END);
    }

    /// Sends pending events; returns when the socket has accepted them.
    void flush() {
        if (pending.size() > 0) {
            byte[] bytes = pending.toByteArray();
            pending.reset();
            exchange.write(bytes, bytes.length);
        }
    }

    private void object(String type, StoredObject object) {
        begin(type);
        try {
            encoder.object(pending, object, !columnsSent);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        finish();
    }

    private void tree(String type, ObjectNode object) {
        begin(type);
        try {
            encoder.tree(pending, object, !columnsSent);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        finish();
    }

    private void begin(String type) {
        pending.writeBytes(ObjectEncoder.bytes("{\"type\":\"" + type + "\",\"object\":"));
    }

    private void finish() {
        columnsSent = true;
        pending.writeBytes(END);
        if (pending.size() >= BATCH) {
            flush();
        }
    }
}
