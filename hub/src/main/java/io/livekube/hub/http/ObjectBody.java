package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;

/// Writes one object in one of its forms.
final class ObjectBody {
    private ObjectBody() {}

    static void send(Exchange exchange, KubeObject object, Encoding form) {
        var body = new AnswerBody(exchange);
        switch (form) {
            case Encoding.Json _ -> body.append(object.json());
            case Encoding.Metadata partial -> MetadataBody.append(body, object, partial);
            case Encoding.Table _ -> throw new IllegalArgumentException("a TableBody writes tables");
        }
        body.append("\n").end();
    }
}
