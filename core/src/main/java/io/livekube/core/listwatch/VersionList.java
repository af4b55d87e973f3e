package io.livekube.core.listwatch;

import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.json.JsonSplitter;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectVersion;
import io.livekube.core.model.Resource;
import io.livekube.core.model.VersionReader;
import io.livekube.core.watch.ListRequest;
import io.livekube.core.watch.ListTier;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// Versions of all objects of a collection on the server, for audits of a cache.
///
/// @param resourceVersion the version of the collection
public record VersionList(List<ObjectVersion> objects, long resourceVersion) {
    private static final String METADATA_ONLY =
            "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json";

    /// Lists metadata only, page by page, as of now.
    public static VersionList fetch(ApiClient client, Resource resource, CollectionScope scope, int pageSize)
            throws RequestFailedException, InterruptedException {
        List<ObjectVersion> objects = new ArrayList<>();
        ListRequest request = new ListRequest(ListTier.CURRENT, 0, pageSize, "");
        while (true) {
            InputStream body = client.get(
                    scope.path(resource, request.query()),
                    METADATA_ONLY,
                    client.config().gzip());
            ListMeta head = read(client, body, objects);
            if (head.continueToken().isEmpty()) {
                return new VersionList(List.copyOf(objects), head.version());
            }
            request = request.next(head.continueToken());
        }
    }

    /// The current version of a collection, at the cost of one object's metadata.
    public static long current(ApiClient client, Resource resource)
            throws RequestFailedException, InterruptedException {
        ListRequest request = new ListRequest(ListTier.CURRENT, 0, 1, "");
        InputStream body = client.get(
                CollectionScope.ALL.path(resource, request.query()),
                METADATA_ONLY,
                client.config().gzip());
        return read(client, body, new ArrayList<>()).version();
    }

    private static ListMeta read(ApiClient client, InputStream body, List<ObjectVersion> objects)
            throws RequestFailedException {
        VersionReader versions = new VersionReader();
        JsonSplitter splitter = JsonSplitter.items(
                _ -> {},
                (bytes, from, to) -> {
                    try {
                        objects.add(versions.read(bytes, from, to));
                    } catch (MalformedObjectException e) {
                        throw new MalformedJsonException(RequestFailure.describe(e));
                    }
                },
                client.config().maxObjectBytes());
        byte[] chunk = new byte[16 * 1024];
        try (body) {
            for (int n = body.read(chunk); n >= 0; n = body.read(chunk)) {
                splitter.feed(chunk, 0, n);
            }
            splitter.end();
            return ListMeta.read(splitter.envelope());
        } catch (IOException e) {
            throw RequestFailedException.endedEarly("the list of versions", e);
        } catch (MalformedJsonException e) {
            throw new RequestFailedException(
                    new RequestFailure.Transient("the list of versions is not readable: " + e.getMessage()));
        }
    }
}
