package io.livekube.hub.kubeapi;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.ObjectRun;
import io.livekube.hub.read.ReadResult;
import io.livekube.hub.transport.AcceptEncoding;
import io.livekube.hub.transport.HttpExchange;
import io.livekube.hub.transport.PreparedBody;
import io.livekube.hub.transport.ResponseBody;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes a Kubernetes list.
final class ListResponse {
    private final HttpExchange exchange;
    private final ReadResult view;
    private final ListPage page;
    private final String metadata;

    /// @param next token for the next page
    ListResponse(HttpExchange exchange, ReadResult view, ListPage page, Optional<String> next) {
        this.exchange = exchange;
        this.view = view;
        this.page = page;
        this.metadata = metadata(view.version(), page, next);
    }

    /// @param list identifies cluster and resource
    void send(ObjectRepresentation form, ListSegmentCache cache, String list) {
        Part.Kind kind = view.kind();
        switch (form) {
            case ObjectRepresentation.Json _ -> {
                if (page.runs().filter(ListResponse::isLarge).isPresent()) {
                    segments(cache, list)
                            .send(
                                    exchange,
                                    head().getBytes(StandardCharsets.UTF_8),
                                    page.runs().get());
                    return;
                }
                var body = new ResponseBody(exchange);
                boolean builtIn = builtIn(kind);
                write(body, head(), object -> body.append(builtIn ? object.content() : object.json()));
            }
            case ObjectRepresentation.Metadata partial -> {
                var body = new ResponseBody(exchange);
                write(
                        body,
                        head("PartialObjectMetadataList", partial.apiVersion(), metadata),
                        object -> ObjectResponse.appendMetadata(body, object, partial));
            }
            case ObjectRepresentation.Table _ -> throw new IllegalArgumentException("KindTables writes tables");
        }
    }

    /// The complete body, if all of it is cached.
    Optional<PreparedBody> ready(ListSegmentCache cache, String list) {
        return page.runs()
                .filter(runs -> !runs.isEmpty())
                .flatMap(runs -> segments(cache, list).ready(head().getBytes(StandardCharsets.UTF_8), runs));
    }

    private SegmentedListBody segments(ListSegmentCache cache, String list) {
        Part.Kind kind = view.kind();
        boolean gzip = AcceptEncoding.of(exchange).has("gzip");
        return new SegmentedListBody(
                cache,
                builtIn(kind)
                        ? new ListSegmentEncoder("content", KubeObject::content, gzip)
                        : new ListSegmentEncoder("json " + kind.kind(), KubeObject::json, gzip),
                list);
    }

    /// As in kube-apiserver, items of built-in kinds omit kind and apiVersion; items of custom kinds include
    /// them.
    private static boolean builtIn(Part.Kind kind) {
        return WellKnownKinds.number(kind.resource()) >= 0;
    }

    private void write(ResponseBody body, String head, Consumer<KubeObject> item) {
        body.append(head).appendAll(page.objects(), item).append("]}\n").end();
    }

    private String head() {
        Part.Kind kind = view.kind();
        return head(kind.kind() + "List", apiVersion(kind), metadata);
    }

    private static String head(String kind, String apiVersion, String metadata) {
        return "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":{" + metadata
                + "},\"items\":[";
    }

    /// Whether caching pays off: above the size at which kube-apiserver compresses.
    private static boolean isLarge(List<ObjectRun> runs) {
        long bytes = 0;
        for (ObjectRun run : runs) {
            for (int i = 0; i < run.size(); i++) {
                bytes += run.get(i).contentBytes();
                if (bytes > ResponseBody.WORTH_PACKING) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String metadata(long version, ListPage page, Optional<String> next) {
        return "\"resourceVersion\":\"" + Long.toUnsignedString(version) + "\""
                + next.map(token -> ",\"continue\":\"" + token + "\"").orElse("")
                + (page.remaining().isPresent()
                        ? ",\"remainingItemCount\":" + page.remaining().getAsLong()
                        : "");
    }

    private static String apiVersion(Part.Kind kind) {
        String group = kind.resource().group();
        return (group.isEmpty() ? "" : group + "/") + kind.resource().version();
    }
}
