package io.livekube.hub.kubeapi;

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
                PartialMetadataBody.append(body, object, partial);
                body.append("\n").end();
            }
            case ObjectRepresentation.Table _ -> throw new IllegalArgumentException("TableResponse writes tables");
        }
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
