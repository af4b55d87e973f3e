package io.livekube.simulator.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.livekube.simulator.api.Representation.Subject;
import io.livekube.simulator.resource.BuiltInTypes;
import io.livekube.simulator.resource.Catalog;
import io.livekube.simulator.resource.ResourceType;
import io.livekube.simulator.store.ApiException;
import io.livekube.simulator.store.ObjectStore;
import io.livekube.simulator.store.StoredJson;
import io.livekube.simulator.store.StoredObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Dispatches each request to the handler of its verb, and sends the result or a `Status`.
public final class ApiServer {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);

    private final Optional<String> token;
    private final InstantSource clock;
    private final ObjectStore store;
    private final Catalog catalog;
    private final RequestCounts counts = new RequestCounts();
    private final GroupDiscovery discovery;
    private final AggregatedDiscovery aggregated;
    private final OpenApi openApi;
    private final ReadHandler reads;
    private final WatchHandler watches;
    private final WriteHandler writes;
    private final DeleteHandler deletions;

    /// Serves the objects of a store.
    ///
    /// @param token the bearer token that requests must carry, if any
    /// @param bookmarkInterval between bookmarks, for watches that asked for them
    /// @param tooLargeVersionWait how long a read waits for a resourceVersion in the future
    /// @param clock for ages in tables and deletion timestamps
    public ApiServer(
            ObjectStore store,
            Catalog catalog,
            Optional<String> token,
            Duration bookmarkInterval,
            Duration tooLargeVersionWait,
            InstantSource clock) {
        this.token = token;
        this.clock = clock;
        this.store = store;
        this.catalog = catalog;
        var versions = new ResourceVersions(store, tooLargeVersionWait);
        discovery = new GroupDiscovery(catalog);
        aggregated = new AggregatedDiscovery(catalog);
        openApi = new OpenApi(catalog);
        reads = new ReadHandler(store, versions);
        watches = new WatchHandler(store, catalog, versions, reads, bookmarkInterval);
        writes = new WriteHandler(store, catalog);
        deletions = new DeleteHandler(store, catalog, clock);
    }

    public RequestCounts counts() {
        return counts;
    }

    /// Answers one request on the calling virtual thread, which blocks until the response is complete.
    void handle(ApiExchange exchange) {
        try {
            authenticate(exchange);
            dispatch(exchange);
        } catch (ApiException e) {
            refuse(exchange, e);
        } catch (ApiExchange.ClientGoneException e) {
            LOG.debug("{} {}: {}", exchange.method(), exchange.path(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            exchange.abort();
        } catch (IOException | RuntimeException e) {
            LOG.error("{} {} failed", exchange.method(), exchange.path(), e);
            refuse(exchange, new ApiException(500, "InternalError", "Internal error occurred: " + e));
        }
    }

    /// Answers with a `Status`, or closes the connection if the response has begun.
    void refuse(ApiExchange exchange, ApiException error) {
        if (exchange.begun()) {
            exchange.abort();
            return;
        }
        error.retryAfterSeconds().ifPresent(s -> exchange.setHeader("Retry-After", Integer.toString(s)));
        try {
            sendTree(exchange, error.code(), ObjectEncoder.JSON, error.toStatus());
        } catch (ApiExchange.ClientGoneException e) {
            LOG.debug("{} {}: {}", exchange.method(), exchange.path(), e.getMessage());
        }
    }

    /// Checks the bearer token, if the server requires one.
    ///
    /// @throws ApiException 401 otherwise
    private void authenticate(ApiExchange exchange) {
        if (token.isEmpty()) {
            return;
        }
        Optional<String> given = exchange.header("Authorization");
        boolean open = switch (RequestPath.parse(exchange.path(), catalog)) {
            case RequestPath.Health() -> true;
            case RequestPath.Version() -> true;
            case RequestPath.Malformed() -> true;
            default -> false;
        };
        if (given.isEmpty() ? !open : !given.get().equals("Bearer " + token.get())) {
            throw new ApiException(401, "Unauthorized", "Unauthorized");
        }
    }

    private void dispatch(ApiExchange exchange) throws IOException, InterruptedException {
        if (exchange.header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent()) {
            // WebSockets are not simulated. A client whose upgrade gets an ordinary response falls back to plain HTTP;
            // after a 5xx it would retry the upgrade for many seconds.
            exchange.send(200, ObjectEncoder.JSON, new byte[0]);
            return;
        }
        switch (RequestPath.parse(exchange.path(), catalog)) {
            case RequestPath.Health() -> {
                requireGet(exchange, "/healthz");
                exchange.send(200, "text/plain; charset=utf-8", ObjectEncoder.bytes("ok"));
            }
            case RequestPath.Version() -> document(exchange, "/version", VersionDocument.tree());
            case RequestPath.Root() -> document(exchange, "/", discovery.paths());
            case RequestPath.Groups(boolean legacy) -> groups(exchange, legacy);
            case RequestPath.Group(String group) -> document(exchange, "/apis/" + group, discovery.group(group));
            case RequestPath.GroupVersion(String group, String version) ->
                document(exchange, "/apis/" + group + "/" + version, discovery.resources(group, version));
            case RequestPath.OpenApiDocument(String path) ->
                document(
                        exchange,
                        "/openapi/v3",
                        path.isEmpty()
                                ? openApi.index()
                                : openApi.document(path).orElseThrow(ApiServer::unknown));
            case RequestPath.Collection collection -> collection(exchange, collection);
            case RequestPath.Item item -> item(exchange, item);
            case RequestPath.UnknownResource() -> throw unknown();
            case RequestPath.Malformed() -> {
                counts.add("get", "unknown");
                exchange.send(400, "text/plain; charset=utf-8", ObjectEncoder.bytes("400 Bad Request"));
            }
            case RequestPath.Unknown() -> {
                counts.add("get", "unknown");
                exchange.send(404, "text/plain; charset=utf-8", ObjectEncoder.bytes("404 page not found\n"));
            }
        }
    }

    private void groups(ApiExchange exchange, boolean legacy) {
        if (AggregatedDiscovery.wanted(exchange)) {
            requireGet(exchange, legacy ? "/api" : "/apis");
            exchange.setHeader("Vary", "Accept");
            sendTree(exchange, 200, AggregatedDiscovery.CONTENT_TYPE, aggregated.document(legacy));
            return;
        }
        document(
                exchange,
                legacy ? "/api" : "/apis",
                legacy ? discovery.legacyVersions(exchange.header("Host").orElse("")) : discovery.groups());
    }

    private void document(ApiExchange exchange, String name, JsonNode tree) {
        requireGet(exchange, name);
        sendTree(exchange, 200, ObjectEncoder.JSON, tree);
    }

    private void collection(ApiExchange exchange, RequestPath.Collection collection)
            throws IOException, InterruptedException {
        ResourceType type = collection.type();
        boolean create = exchange.method().equals("POST") && !collection.watch();
        if (create && type.namespaced() == collection.namespace().isEmpty()) {
            throw notAllowed();
        }
        switch (exchange.method()) {
            case "GET" -> listOrWatch(exchange, collection);
            case "POST" -> {
                counts.add("create", type.qualifiedName());
                ObjectEncoder encoder = encoder(exchange, type, Subject.OBJECT);
                sendObject(exchange, 201, encoder, writes.create(collection, exchange));
            }
            case "DELETE" -> {
                if (type.equals(BuiltInTypes.NAMESPACE)
                        || type.namespaced() == collection.namespace().isEmpty()) {
                    throw notAllowed();
                }
                counts.add("deletecollection", type.qualifiedName());
                ObjectFilter filter = ObjectFilter.parse(exchange, type, collection.namespace(), store);
                ObjectEncoder encoder = encoder(exchange, type, Subject.LIST);
                var deleted = deletions.deleteAll(collection, filter, DeleteOptions.parse(exchange));
                var meta = new ObjectEncoder.ListMeta(store.revision(), Optional.empty(), Optional.empty());
                try (ChunkedBody body = new ChunkedBody(exchange, 200, ObjectEncoder.JSON)) {
                    encoder.list(body, meta, deleted);
                }
            }
            default -> throw notAllowed();
        }
    }

    private void listOrWatch(ApiExchange exchange, RequestPath.Collection collection)
            throws IOException, InterruptedException {
        ResourceType type = collection.type();
        ListOptions options = ListOptions.parse(exchange, collection.watch());
        counts.add(options.watch() ? "watch" : "list", type.qualifiedName());
        ObjectFilter filter = ObjectFilter.parse(exchange, type, collection.namespace(), store);
        ObjectEncoder encoder = encoder(exchange, type, options.watch() ? Subject.WATCH : Subject.LIST);
        if (options.watch()) {
            watches.watch(exchange, collection, options, filter, encoder);
            return;
        }
        ReadHandler.Page page = reads.list(collection, options, filter);
        try (ChunkedBody body = new ChunkedBody(exchange, 200, ObjectEncoder.JSON)) {
            encoder.list(body, page.meta(), page.objects());
        }
    }

    private void item(ApiExchange exchange, RequestPath.Item item) throws IOException, InterruptedException {
        ResourceType type = item.type();
        if (item.watch()) {
            var collection = new RequestPath.Collection(type, item.namespace(), true);
            ObjectFilter filter =
                    ObjectFilter.parse(exchange, type, item.namespace(), store).named(item.name());
            counts.add("watch", type.qualifiedName());
            ListOptions options = ListOptions.parse(exchange, true);
            watches.watch(exchange, collection, options, filter, encoder(exchange, type, Subject.WATCH));
            return;
        }
        String resource = item.status() ? type.qualifiedName() + "/status" : type.qualifiedName();
        ObjectEncoder encoder = encoder(exchange, type, Subject.OBJECT);
        switch (exchange.method()) {
            case "GET" -> {
                counts.add("get", resource);
                sendObject(exchange, 200, encoder, reads.get(item, exchange));
            }
            case "PUT" -> {
                counts.add("update", resource);
                sendObject(exchange, 200, encoder, writes.replace(item, exchange));
            }
            case "PATCH" -> {
                counts.add("patch", resource);
                sendObject(exchange, 200, encoder, writes.patch(item, exchange));
            }
            case "DELETE" -> {
                if (item.status()) {
                    throw notAllowed();
                }
                counts.add("delete", resource);
                DeleteHandler.Deleted deleted = deletions.delete(item, exchange);
                if (deleted.gone() && !type.equals(BuiltInTypes.POD) && !type.equals(BuiltInTypes.NAMESPACE)) {
                    sendTree(exchange, 200, ObjectEncoder.JSON, deleted.toStatus(type));
                } else {
                    sendObject(exchange, 200, encoder, deleted.object());
                }
            }
            default -> throw notAllowed();
        }
    }

    private ObjectEncoder encoder(ApiExchange exchange, ResourceType type, Subject subject) {
        return new ObjectEncoder(type, catalog, Representation.negotiate(exchange, subject), clock);
    }

    private static void sendObject(ApiExchange exchange, int code, ObjectEncoder encoder, StoredObject object) {
        try (ChunkedBody body = new ChunkedBody(exchange, code, ObjectEncoder.JSON)) {
            encoder.object(body, object, true);
            body.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sendTree(ApiExchange exchange, int code, String contentType, JsonNode tree) {
        exchange.send(code, contentType, StoredJson.bytes(tree));
    }

    private void requireGet(ApiExchange exchange, String name) {
        if (!exchange.method().equals("GET")) {
            throw notAllowed();
        }
        counts.add("get", name);
    }

    private static ApiException unknown() {
        return new ApiException(404, "NotFound", "the server could not find the requested resource");
    }

    private static ApiException notAllowed() {
        return new ApiException(
                405, "MethodNotAllowed", "the server does not allow this method on the requested resource");
    }
}
