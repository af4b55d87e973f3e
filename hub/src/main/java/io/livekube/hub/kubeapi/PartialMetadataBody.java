package io.livekube.hub.kubeapi;

import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.KubeObject;
import io.livekube.hub.transport.ResponseBody;

/// Writes an object as `PartialObjectMetadata`.
final class PartialMetadataBody {
    private PartialMetadataBody() {}

    static void append(ResponseBody body, KubeObject object, ObjectRepresentation.Metadata form) {
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
}
