package io.livekube.hub.transport;

import io.vertx.core.http.HttpServerRequest;

/// How long one connection may stay open; told on its event loop what happens on it.
sealed interface ConnectionTimeout permits Http1Timeout, Http2Timeout {
    /// The head of a request is here, its body is to come.
    void waitingForBody(HttpServerRequest request);

    /// It is the hub's turn, for as long as it takes.
    void answering(HttpServerRequest request);

    /// The answer is out.
    void answered(HttpServerRequest request);

    /// The connection is closed.
    void closed();
}
