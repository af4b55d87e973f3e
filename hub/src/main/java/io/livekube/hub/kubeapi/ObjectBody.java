package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.transport.AnswerBody;
import io.livekube.hub.transport.Answers;
import io.livekube.hub.transport.Exchange;
import java.util.Arrays;

/// Writes one object in one of its forms.
final class ObjectBody {
    private ObjectBody() {}

    static void send(Exchange exchange, KubeObject object, Encoding form) {
        switch (form) {
            case Encoding.Json _ -> send(exchange, object.json());
            case Encoding.Metadata partial -> {
                var body = new AnswerBody(exchange);
                MetadataBody.append(body, object, partial);
                body.append("\n").end();
            }
            case Encoding.Table _ -> throw new IllegalArgumentException("a TableBody writes tables");
        }
    }

    private static void send(Exchange exchange, byte[] json) {
        if (json.length >= AnswerBody.WORTH_PACKING) {
            new AnswerBody(exchange).append(json).append("\n").end();
            return;
        }
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        exchange.send(200, Answers.JSON, line);
    }
}
