package io.livekube.core.kube;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;

/// A body that takes its HTTP client, and so its connection, down with it.
final class OwningStream extends FilterInputStream {
    private final HttpClient client;

    OwningStream(InputStream body, HttpClient client) {
        super(body);
        this.client = client;
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            client.shutdownNow();
        }
    }
}
