package io.livekube.hub.kubeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.transport.JsonDocuments;
import io.livekube.hub.watch.JsonWatchEncoder;
import io.livekube.hub.watch.WatchEvent;

/// Encodes watch events with only the metadata of objects.
final class MetadataWatchEncoder extends JsonWatchEncoder {
    private final ObjectRepresentation.Metadata form;

    MetadataWatchEncoder(ObjectRepresentation.Metadata form) {
        this.form = form;
    }

    @Override
    protected byte[] object(WatchEvent event) {
        return JsonDocuments.part(partial(form.apiVersion(), JsonDocuments.parse(super.object(event))));
    }

    /// Reduces an object to its metadata.
    static ObjectNode partial(String apiVersion, ObjectNode object) {
        ObjectNode partial =
                JsonDocuments.object().put("kind", "PartialObjectMetadata").put("apiVersion", apiVersion);
        partial.set("metadata", object.path("metadata"));
        return partial;
    }

    @Override
    protected byte[] bookmarkObject(byte[] object) {
        return JsonDocuments.part(partial(form.apiVersion(), JsonDocuments.parse(object)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MetadataWatchEncoder same && same.form.equals(form);
    }

    @Override
    public int hashCode() {
        return form.hashCode();
    }
}
