package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.ObjectRun;
import io.livekube.hub.read.View;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes a Kubernetes list in one of its forms.
final class ListBody {
    private ListBody() {}

    /// @param next the token for the page behind this one
    static void send(Exchange exchange, View view, Page page, Optional<String> next, Encoding form, PackedRuns kept) {
        String metadata = metadata(view.version(), page, next);
        if (form instanceof Encoding.Json
                && page.runs().filter(ListBody::isLarge).isPresent()) {
            Part.Kind kind = view.kind();
            boolean builtIn = WellKnownKinds.number(kind.resource()) >= 0;
            new RunsBody(
                            exchange,
                            kept,
                            AcceptedCodings.of(exchange).has("gzip"),
                            builtIn ? "content" : "json " + kind.kind(),
                            builtIn ? KubeObject::content : KubeObject::json)
                    .send(
                            head(kind.kind() + "List", apiVersion(kind), metadata)
                                    .getBytes(StandardCharsets.UTF_8),
                            page.runs().get());
            return;
        }
        var body = new AnswerBody(exchange);
        switch (form) {
            case Encoding.Json _ -> {
                Part.Kind kind = view.kind();
                // As the API server does it: items of built-in kinds do not repeat their kind, custom ones do.
                boolean builtIn = WellKnownKinds.number(kind.resource()) >= 0;
                write(
                        body,
                        kind.kind() + "List",
                        apiVersion(kind),
                        metadata,
                        page,
                        object -> body.append(builtIn ? object.content() : object.json()));
            }
            case Encoding.Metadata partial ->
                write(
                        body,
                        "PartialObjectMetadataList",
                        partial.apiVersion(),
                        metadata,
                        page,
                        object -> MetadataBody.append(body, object, partial));
            case Encoding.Table _ -> throw new IllegalArgumentException("a TableBody writes tables");
        }
    }

    private static void write(
            AnswerBody body, String kind, String apiVersion, String metadata, Page page, Consumer<KubeObject> item) {
        body.append(head(kind, apiVersion, metadata));
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

    private static String head(String kind, String apiVersion, String metadata) {
        return "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":{%s},\"items\":["
                .formatted(kind, apiVersion, metadata);
    }

    /// Whether it pays to keep what is sent: the API server's own limit for compression.
    private static boolean isLarge(List<ObjectRun> runs) {
        long bytes = 0;
        for (ObjectRun run : runs) {
            for (int i = 0; i < run.size(); i++) {
                bytes += run.get(i).contentBytes();
                if (bytes > AnswerBody.WORTH_PACKING) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String metadata(long version, Page page, Optional<String> next) {
        return "\"resourceVersion\":\"%s\"%s%s"
                .formatted(
                        Long.toUnsignedString(version),
                        next.map(",\"continue\":\"%s\""::formatted).orElse(""),
                        page.remaining().isPresent()
                                ? ",\"remainingItemCount\":" + page.remaining().getAsLong()
                                : "");
    }

    private static String apiVersion(Part.Kind kind) {
        String group = kind.resource().group();
        return (group.isEmpty() ? "" : group + "/") + kind.resource().version();
    }
}
