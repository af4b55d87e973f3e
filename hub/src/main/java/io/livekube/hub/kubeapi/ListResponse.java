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

/// Writes a Kubernetes list in one of its forms.
final class ListResponse {
    private final HttpExchange exchange;
    private final ReadResult view;
    private final ListPage page;
    private final String metadata;

    /// @param next the token for the page behind this one
    ListResponse(HttpExchange exchange, ReadResult view, ListPage page, Optional<String> next) {
        this.exchange = exchange;
        this.view = view;
        this.page = page;
        this.metadata = metadata(view.version(), page, next);
    }

    /// @param list what is listed, of which cluster
    void send(ObjectRepresentation form, ListSegmentCache kept, String list) {
        Part.Kind kind = view.kind();
        switch (form) {
            case ObjectRepresentation.Json _ -> {
                if (page.runs().filter(ListResponse::isLarge).isPresent()) {
                    pieces(kept, list)
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
                        object -> PartialMetadataBody.append(body, object, partial));
            }
            case ObjectRepresentation.Table _ -> throw new IllegalArgumentException("a TableBody writes tables");
        }
    }

    /// The same as whole objects, if all of it was packed before.
    Optional<PreparedBody> ready(ListSegmentCache kept, String list) {
        return page.runs()
                .filter(runs -> !runs.isEmpty())
                .flatMap(runs -> pieces(kept, list).ready(head().getBytes(StandardCharsets.UTF_8), runs));
    }

    private SegmentedListBody pieces(ListSegmentCache kept, String list) {
        Part.Kind kind = view.kind();
        boolean gzip = AcceptEncoding.of(exchange).has("gzip");
        return new SegmentedListBody(
                kept,
                builtIn(kind)
                        ? new ListSegmentEncoder("content", KubeObject::content, gzip)
                        : new ListSegmentEncoder("json " + kind.kind(), KubeObject::json, gzip),
                list);
    }

    /// As the API server does it: items of built-in kinds do not repeat their kind, custom ones do.
    private static boolean builtIn(Part.Kind kind) {
        return WellKnownKinds.number(kind.resource()) >= 0;
    }

    private void write(ResponseBody body, String head, Consumer<KubeObject> item) {
        body.append(head);
        boolean first = true;
        while (page.objects().hasNext()) {
            if (!first) {
                body.append(",");
            }
            first = false;
            item.accept(page.objects().next());
        }
        body.append("]}\n").end();
    }

    private String head() {
        Part.Kind kind = view.kind();
        return head(kind.kind() + "List", apiVersion(kind), metadata);
    }

    private static String head(String kind, String apiVersion, String metadata) {
        return "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":{" + metadata
                + "},\"items\":[";
    }

    /// Whether it pays to keep what is sent: the API server's own limit for compression.
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
