package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.read.View;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/// Writes a Kubernetes list, chunk by chunk as the reader takes it; a small one goes out whole.
final class ListBody {
    private static final int CHUNK = 64 << 10;

    private final Exchange exchange;
    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK + (8 << 10));
    private boolean begun;

    private ListBody(Exchange exchange) {
        this.exchange = exchange;
    }

    static void send(Exchange exchange, View view, Iterator<KubeObject> objects) {
        new ListBody(exchange).write(view.kind(), view.state().resourceVersion(), objects);
    }

    private void write(Part.Kind kind, long version, Iterator<KubeObject> objects) {
        String group = kind.resource().group();
        String apiVersion =
                (group.isEmpty() ? "" : group + "/") + kind.resource().version();
        append("""
                {"kind":"%sList","apiVersion":"%s","metadata":{"resourceVersion":"%s"},"items":[\
                """.formatted(kind.kind(), apiVersion, Long.toUnsignedString(version)));
        // As the API server does it: items of built-in kinds do not repeat their kind, custom ones do.
        boolean builtIn = WellKnownKinds.number(kind.resource()) >= 0;
        boolean first = true;
        while (objects.hasNext()) {
            if (!first) {
                chunk.write(',');
            }
            first = false;
            KubeObject object = objects.next();
            chunk.writeBytes(builtIn ? object.content() : object.json());
            if (chunk.size() >= CHUNK) {
                flush();
            }
        }
        append("]}\n");
        end();
    }

    private void append(String text) {
        chunk.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private void flush() {
        if (!begun) {
            begun = true;
            exchange.begin(200, Answers.JSON);
        }
        byte[] bytes = chunk.toByteArray();
        chunk.reset();
        exchange.write(bytes, bytes.length);
    }

    private void end() {
        if (!begun) {
            exchange.send(200, Answers.JSON, chunk.toByteArray());
            return;
        }
        flush();
        exchange.end();
    }
}
