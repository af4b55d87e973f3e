package io.livekube.core.http;

import io.livekube.core.RequestFailure;
import java.io.IOException;
import java.io.InputStream;

/// Document of an API server, such as its OpenAPI schemas, unchanged.
///
/// @param type its media type
/// @param etag the entity tag of its content, with quotes; empty if the server sends none
/// @param content must not be modified
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ServerDocument(String type, String etag, byte[] content) {
    /// Fetches a document.
    ///
    /// @param accept the requested media type
    /// @param maxBytes limit of its size, decompressed
    public static ServerDocument get(ApiClient client, String path, String accept, int maxBytes)
            throws RequestFailedException, InterruptedException {
        ApiResponse response = client.ask(path, accept, true, false);
        ApiResponse.Raw answer = response.accepted();
        response.expireIn(client.config().bodyIdle().toNanos());
        String type = answer.header("Content-Type");
        try (InputStream body = answer.body()) {
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
            return new ServerDocument(type, answer.header("Etag"), content);
        } catch (IOException e) {
            throw RequestFailedException.endedEarly("the document", e);
        }
    }
}
