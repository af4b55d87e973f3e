package io.livekube.core.listwatch;

import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.http.ObjectEncoding;
import io.livekube.core.model.Resource;
import io.livekube.core.watch.ListRequest;
import org.jspecify.annotations.Nullable;

/// Asks for the pages of one collection, the next one while the last is still being read.
///
/// For one thread.
final class PagePrefetch {
    private final ApiClient client;
    private final Resource resource;
    private final CollectionScope scope;
    private @Nullable Early early;

    /// A page that was asked for before it was wanted.
    private record Early(ListRequest request, ApiResponse answer) {}

    PagePrefetch(ApiClient client, Resource resource, CollectionScope scope) {
        this.client = client;
        this.resource = resource;
        this.scope = scope;
    }

    /// The answer to a question, which may have been put already.
    ApiResponse answer(ListRequest request, ObjectEncoding encoding) throws InterruptedException {
        Early known = early;
        early = null;
        if (known != null && known.request().equals(request)) {
            return known.answer();
        }
        if (known != null) {
            ApiClient.closeQuietly(known.answer());
        }
        return ask(request, encoding);
    }

    /// Puts the question for the page behind one that is being read.
    void askEarly(ListRequest current, String continueToken, ObjectEncoding encoding) {
        ListRequest next = current.next(continueToken);
        try {
            early = new Early(next, ask(next, encoding));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the page that is being read will not be either
        }
    }

    private ApiResponse ask(ListRequest request, ObjectEncoding encoding) throws InterruptedException {
        String path = scope.path(resource, request.query());
        return client.ask(path, encoding.accept(), client.config().gzip(), request.freshConnection());
    }

    /// What was asked for early is not wanted any more.
    void drop() {
        if (early != null) {
            ApiClient.closeQuietly(early.answer());
            early = null;
        }
    }
}
