package io.livekube.hub.kubeapi;

import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.ResponseBody;
import io.livekube.hub.transport.ResponseHead;
import java.util.Arrays;

/// Writes one object.
final class ObjectResponse {
    private ObjectResponse() {}

    static void send(HttpExchange exchange, KubeObject object, ObjectRepresentation form) {
        switch (form) {
            case ObjectRepresentation.Json _ -> send(exchange, object.json());
            case ObjectRepresentation.Metadata partial -> {
                var body = new ResponseBody(exchange);
                appendMetadata(body, object, partial);
                body.append("\n").end();
            }
            case ObjectRepresentation.Table _ -> throw new IllegalArgumentException("KindTables writes tables");
        }
    }

    /// Appends an object as `PartialObjectMetadata`.
    static void appendMetadata(ResponseBody body, KubeObject object, ObjectRepresentation.Metadata form) {
        body.append(
                "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"%s\",\"metadata\":".formatted(form.apiVersion()));
        byte[] content = object.content();
        var scanner = new JsonScanner(content, 0, content.length);
        try {
            scanner.take('{');
            while (!scanner.readString().equals("metadata")) {
                scanner.take(':');
                scanner.skipValue();
                scanner.take(',');
            }
            scanner.take(':');
            scanner.peek();
            int from = scanner.position();
            scanner.skipValue();
            body.append(content, from, scanner.position());
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("content was validated at ingest", e);
        }
        body.append("}");
    }

    private static void send(HttpExchange exchange, byte[] json) {
        if (json.length >= ResponseBody.WORTH_PACKING) {
            new ResponseBody(exchange).append(json).append("\n").end();
            return;
        }
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        exchange.send(200, ResponseHead.JSON, line);
    }
}
