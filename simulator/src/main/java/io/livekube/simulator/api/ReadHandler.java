package io.livekube.simulator.api;

import io.livekube.simulator.api.ObjectEncoder.ListMeta;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.RevisionSnapshot;
import io.livekube.simulator.store.StoredObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// GET and LIST: selects the version and the page to read.
final class ReadHandler {
    /// How often a read at the current revision is restarted because a compaction overtook it.
    private static final int ATTEMPTS = 10;

    private final ObjectStore store;
    private final ResourceVersions versions;

    ReadHandler(ObjectStore store, ResourceVersions versions) {
        this.store = store;
        this.versions = versions;
    }

    /// A page of objects and its metadata.
    record Page(ListMeta meta, List<StoredObject> objects) {}

    StoredObject get(RequestPath.Item item, ApiExchange exchange) throws InterruptedException {
        Optional<String> version = exchange.parameter("resourceVersion");
        if (version.isPresent()) {
            versions.await(ResourceVersions.parse(version.get(), ResourceVersions::internal));
        }
        return store.get(item.type(), item.namespace(), item.name())
                .orElseThrow(() -> ApiException.notFound(item.type(), item.name()));
    }

    Page list(RequestPath.Collection collection, ListOptions options, ObjectFilter filter) throws InterruptedException {
        if (options.continueToken().isPresent()) {
            return nextPage(
                    collection,
                    options,
                    ListContinuation.decode(options.continueToken().get()),
                    filter);
        }
        long revision = options.revision(ResourceVersions::badListVersion);
        versions.await(revision);
        // A limit with a version but without resourceVersionMatch means exactly that version.
        boolean exact = options.match() == ListOptions.Match.EXACT
                || (options.match() == ListOptions.Match.UNSET && options.limit() > 0 && revision > 0);
        if (exact) {
            return page(collection, options.limit(), filter, revision, "")
                    .orElseThrow(() -> ApiException.expired("The resourceVersion for the provided list is too old."));
        }
        // The real server serves "0" from its cache, unpaged.
        boolean whole = options.resourceVersion().equals(Optional.of("0"));
        return current(collection, whole ? 0 : options.limit(), filter, "");
    }

    private Page nextPage(
            RequestPath.Collection collection, ListOptions options, ListContinuation token, ObjectFilter filter) {
        if (options.resourceVersion().filter(version -> !version.equals("0")).isPresent()) {
            throw ApiException.badRequest("specifying resource version is not allowed when using continue");
        }
        String prefix = collection.namespace().isEmpty() ? "" : collection.namespace() + "/";
        String after = collection.type().namespaced() ? prefix + token.lastKey() : "/" + token.lastKey();
        // With version "0" the real server returns all remaining objects, ignoring the limit.
        long limit = options.resourceVersion().isPresent() ? 0 : options.limit();
        if (token.revision() == ListContinuation.INCONSISTENT) {
            return current(collection, limit, filter, after);
        }
        return page(collection, limit, filter, token.revision(), after)
                .orElseThrow(() -> ApiException.expired(
                                "The provided continue parameter is too old to display a consistent list result. You"
                                        + " can start a new list without the continue parameter, or use the continue"
                                        + " token in this response to retrieve the remainder of the results."
                                        + " Continuing with the provided token results in an inconsistent list -"
                                        + " objects that were created, modified, or deleted between the time the first"
                                        + " chunk was returned and now may show up in the list.")
                        .continueWith(token.inconsistent().encode()));
    }

    private Page current(RequestPath.Collection collection, long limit, ObjectFilter filter, String after) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<Page> page = page(collection, limit, filter, store.revision(), after);
            if (page.isPresent()) {
                return page.get();
            }
        }
        throw new ApiException(
                        429, "TooManyRequests", "history is being compacted faster than this list can be read; retry")
                .retryAfter(1);
    }

    /// Empty if the revision is compacted.
    private Optional<Page> page(
            RequestPath.Collection collection, long limit, ObjectFilter filter, long revision, String after) {
        RevisionSnapshot snapshot = store.snapshot(collection.type(), revision);
        List<StoredObject> objects = new ArrayList<>();
        Optional<String> token = Optional.empty();
        Optional<Long> remaining = Optional.empty();
        Iterator<StoredObject> all =
                snapshot.objects(collection.namespace(), after).filter(filter).iterator();
        while (all.hasNext()) {
            if (limit > 0 && objects.size() == limit) {
                StoredObject last = objects.getLast();
                String key =
                        collection.namespace().isEmpty() && collection.type().namespaced()
                                ? last.namespace() + "/" + last.name()
                                : last.name();
                token = Optional.of(ListContinuation.after(revision, "/" + key).encode());
                if (filter.everything()) {
                    remaining = Optional.of(count(all));
                }
                break;
            }
            objects.add(all.next());
        }
        return snapshot.compacted()
                ? Optional.empty()
                : Optional.of(new Page(new ListMeta(revision, token, remaining), objects));
    }

    private static long count(Iterator<StoredObject> rest) {
        long count = 0;
        while (rest.hasNext()) {
            rest.next();
            count++;
        }
        return count;
    }
}
