package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import java.io.IOException;
import java.io.InputStream;

/// Document of an API server, such as its OpenAPI schemas, unchanged.
public final class ServerDocument {
    private final String type;
    private final String etag;
    private final byte[] content;

    private ServerDocument(String type, String etag, byte[] content) {
        this.type = type;
        this.etag = etag;
        this.content = content;
    }

    /// Fetches a document.
    ///
    /// @param accept the requested media type
    /// @param maxBytes limit of its size, decompressed
    public static ServerDocument get(ApiClient client, String path, String accept, int maxBytes)
            throws RequestFailedException, InterruptedException {
        ApiResponse.Accepted answer = client.ask(path, accept, true, false).accepted();
        String type = answer.head().header("Content-Type").orElse("");
        try (InputStream body = answer.content();
                var _ = client.guard(body)) {
            byte[] content = body.readNBytes(maxBytes + 1);
            if (content.length > maxBytes) {
                throw new RequestFailedException(
                        new RequestFailure.Rejected("the document has more than %,d bytes".formatted(maxBytes)));
            }
            if (content.length == 0) { // the response of kube-apiserver for an unknown group
                throw new RequestFailedException(new RequestFailure.NotServed("the response is empty"));
            }
            if (type.isEmpty()
                    || type.startsWith("text/html")) { // kube-apiserver calls its index of OpenAPI text/plain
                throw new RequestFailedException(new RequestFailure.Transient(
                        "expected a document but got '" + type + "': check for a proxy in between"));
            }
            return new ServerDocument(type, answer.head().header("Etag").orElse(""), content);
        } catch (IOException e) {
            throw new RequestFailedException(
                    new RequestFailure.Transient("the document ended early: " + RequestFailure.describe(e)));
        }
    }

    /// Its media type.
    public String type() {
        return type;
    }

    /// The entity tag of its content, with quotes; empty if the server sends none.
    public String etag() {
        return etag;
    }

    /// Must not be modified.
    public byte[] content() {
        return content;
    }
}
