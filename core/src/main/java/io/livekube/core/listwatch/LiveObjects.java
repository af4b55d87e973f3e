package io.livekube.core.listwatch;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.livekube.core.RequestFailure;
import io.livekube.core.http.ApiClient;
import io.livekube.core.http.ApiResponse;
import io.livekube.core.http.ObjectEncoding;
import io.livekube.core.http.RequestFailedException;
import io.livekube.core.model.FormatConfig;
import io.livekube.core.model.KubeObject;
import io.livekube.core.model.MalformedObjectException;
import io.livekube.core.model.ObjectFormat;
import io.livekube.core.model.Resource;
import io.livekube.core.protobuf.UnreadableProtobufException;
import io.livekube.core.watch.ListRequest;
import io.livekube.core.watch.ListTier;
import io.livekube.core.watch.ReflectorSignal;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Live reads of one kind's objects from the API server, without following them.
///
/// The format decides which fields are kept, as for objects that are followed.
public final class LiveObjects {
    private static final Logger LOG = LoggerFactory.getLogger(LiveObjects.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ApiClient client;
    private final Resource resource;
    private final FormatConfig format;

    public LiveObjects(ApiClient client, Resource resource, FormatConfig format) {
        this.client = client;
        this.resource = resource;
        this.format = format;
    }

    /// Page of a collection.
    ///
    /// @param resourceVersion that of the whole collection, the same for all pages
    /// @param last whether no other page follows
    public record Page(List<KubeObject> objects, long resourceVersion, boolean last) {}

    /// Reads a collection page by page, on demand. Not thread-safe.
    public final class Pages {
        private final CollectionScope scope;
        private final Consumer<String> undecodable;
        private @Nullable ListRequest request;
        private ObjectEncoding encoding = ObjectEncoding.preferred(client.config(), resource);

        private Pages(CollectionScope scope, int pageSize, Consumer<String> undecodable) {
            this.scope = scope;
            this.undecodable = undecodable;
            this.request = new ListRequest(ListTier.CURRENT, 0, pageSize, "");
        }

        /// The next page; empty after the last one.
        public Optional<Page> next() throws RequestFailedException, InterruptedException {
            ListRequest asked = request;
            if (asked == null) {
                return Optional.empty();
            }
            ReflectorSignal.Page page = read(scope.path(resource, asked.query()));
            boolean last = page.continueToken().isEmpty();
            request = last ? null : asked.next(page.continueToken());
            return Optional.of(new Page(page.items(), page.resourceVersion(), last));
        }

        private ReflectorSignal.Page read(String path) throws RequestFailedException, InterruptedException {
            ApiResponse answer =
                    client.ask(path, encoding.accept(), client.config().gzip(), false);
            try {
                return new PageReader(client, newFormat()).read(answer.content(), _ -> {}, undecodable);
            } catch (UnreadableProtobufException e) {
                if (encoding == ObjectEncoding.JSON) {
                    throw unreadable(e);
                }
                LOG.info("{}: fetching JSON, because its protobuf is not readable: {}", resource, e.getMessage());
                encoding = ObjectEncoding.JSON;
                return read(path);
            }
        }
    }

    /// The collection in a scope, as current as a quorum read.
    ///
    /// @param undecodable gets the reason for each object that is omitted
    public Pages list(CollectionScope scope, int pageSize, Consumer<String> undecodable) {
        return new Pages(scope, pageSize, undecodable);
    }

    /// One object.
    ///
    /// @param namespace empty for a cluster-scoped kind
    /// @throws RequestFailedException with [RequestFailure.NotServed] if there is none
    public KubeObject get(String namespace, String name) throws RequestFailedException, InterruptedException {
        String collection = namespace.isEmpty() ? resource.path() : resource.path(namespace);
        String path = collection + "/"
                + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        byte[] json = client.read(path, client.config().gzip());
        try {
            ObjectFormat fresh = newFormat();
            fresh.learnKind(JSON.readTree(json).path("kind").asText());
            return fresh.decode(json, 0, json.length);
        } catch (IOException | MalformedObjectException e) {
            throw unreadable(e);
        }
    }

    /// One per page: a format holds on to the objects that it will train from.
    private ObjectFormat newFormat() {
        return new ObjectFormat(resource, format);
    }

    private static RequestFailedException unreadable(Exception e) {
        return new RequestFailedException(
                new RequestFailure.Transient("the object is not readable: " + RequestFailure.describe(e)));
    }
}
