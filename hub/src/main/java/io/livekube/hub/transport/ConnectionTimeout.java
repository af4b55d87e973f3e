package io.livekube.hub.transport;

import io.vertx.core.http.HttpServerRequest;

/// Timeout of a connection; called on the connection's event loop.
sealed interface ConnectionTimeout permits Http1Timeout, Http2Timeout {
    /// The headers of a request have arrived, its body has not.
    void waitingForBody(HttpServerRequest request);

    /// The request is complete; the hub may take as long as it needs.
    void answering(HttpServerRequest request);

    /// The response has been sent.
    void answered(HttpServerRequest request);

    /// The connection is closed.
    void closed();
}
