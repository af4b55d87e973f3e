package io.livekube.hub.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.livekube.hub.watch.JsonFrames;
import io.livekube.hub.watch.WatchEvent;

/// Events with the metadata of objects alone.
final class MetadataFrames extends JsonFrames {
    private final Encoding.Metadata form;

    MetadataFrames(Encoding.Metadata form) {
        this.form = form;
    }

    @Override
    protected byte[] told(WatchEvent event) {
        ObjectNode partial =
                Documents.object().put("kind", "PartialObjectMetadata").put("apiVersion", form.apiVersion());
        partial.set("metadata", Documents.parse(super.told(event)).path("metadata"));
        return Documents.bytes(partial);
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
