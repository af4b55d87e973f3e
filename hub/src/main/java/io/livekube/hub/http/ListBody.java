package io.livekube.hub.http;

import io.livekube.core.model.KubeObject;
import io.livekube.hub.read.View;
import io.livekube.protocol.Part;
import io.livekube.protocol.WellKnownKinds;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes a Kubernetes list in one of its forms.
final class ListBody {
    private ListBody() {}

    /// @param next the token for the page behind this one
    static void send(Exchange exchange, View view, Page page, Optional<String> next, Encoding form) {
        var body = new AnswerBody(exchange);
        String metadata = metadata(view.version(), page, next);
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
        body.append("{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":{%s},\"items\":["
                .formatted(kind, apiVersion, metadata));
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
