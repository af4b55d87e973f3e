package io.livekube.core.listwatch;

import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.http.ObjectEncoding;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ListRequest;
import org.jspecify.annotations.Nullable;

/// Requests the pages of one collection, each while the previous one is still being read.
///
/// Not thread-safe.
final class PagePrefetch {
    private final ApiClient client;
    private final Resource resource;
    private final CollectionScope scope;
    private @Nullable Early early;

    /// A page that was requested early.
    private record Early(ListRequest request, ApiResponse answer) {}

    PagePrefetch(ApiClient client, Resource resource, CollectionScope scope) {
        this.client = client;
        this.resource = resource;
        this.scope = scope;
    }

    /// The response to a request that may have been sent already.
    ApiResponse answer(ListRequest request, ObjectEncoding encoding) throws InterruptedException {
        Early known = early;
        early = null;
        if (known != null && known.request().equals(request)) {
            return known.answer();
        }
        if (known != null) {
            known.answer().close();
        }
        return ask(request, encoding);
    }

    /// Requests the page after the one that is being read.
    void askEarly(ListRequest current, String continueToken, ObjectEncoding encoding) {
        ListRequest next = current.next(continueToken);
        try {
            early = new Early(next, ask(next, encoding));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the page that is being read will fail as well
        }
    }

    private ApiResponse ask(ListRequest request, ObjectEncoding encoding) throws InterruptedException {
        String path = scope.path(resource, request.query());
        return client.ask(path, encoding.accept(), client.config().gzip(), request.freshConnection());
    }

    /// Drops the page that was requested early.
    void drop() {
        if (early != null) {
            early.answer().close();
            early = null;
        }
    }
}
