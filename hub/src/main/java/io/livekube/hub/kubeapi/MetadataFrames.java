package io.livekube.hub.kubeapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.transport.Documents;
import io.livekube.hub.watch.JsonWatchEncoder;
import io.livekube.hub.watch.WatchEvent;

/// Events with the metadata of objects alone.
final class MetadataFrames extends JsonWatchEncoder {
    private final Encoding.Metadata form;

    MetadataFrames(Encoding.Metadata form) {
        this.form = form;
    }

    @Override
    protected byte[] object(WatchEvent event) {
        return Documents.part(partial(form.apiVersion(), Documents.parse(super.object(event))));
    }

    /// What an object is of which nothing but its metadata is told.
    static ObjectNode partial(String apiVersion, ObjectNode object) {
        ObjectNode partial =
                Documents.object().put("kind", "PartialObjectMetadata").put("apiVersion", apiVersion);
        partial.set("metadata", object.path("metadata"));
        return partial;
    }

    @Override
    protected byte[] bookmarkObject(byte[] object) {
        return Documents.part(partial(form.apiVersion(), Documents.parse(object)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MetadataFrames same && same.form.equals(form);
    }

    @Override
    public int hashCode() {
        return form.hashCode();
    }
}
