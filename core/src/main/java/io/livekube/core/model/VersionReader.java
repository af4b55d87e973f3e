package io.livekube.core.model;

import io.livekube.core.json.FieldPaths;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.json.ObjectScan;
import java.util.List;

/// Reads identity and version of an object in JSON, and nothing else. For one thread.
public final class VersionReader {
    private final ObjectScan scan = new ObjectScan(
            FieldPaths.of(List.of("metadata.managedFields"), List.of(), ObjectHeadReader.PATHS),
            ObjectHeadReader.PATHS.size());
    private final ObjectHeadReader heads = new ObjectHeadReader();

    public ObjectVersion read(byte[] json, int from, int to) throws MalformedObjectException {
        try {
            scan.scan(json, from, to);
            ObjectHead head = heads.read(scan, json);
            return new ObjectVersion(new ObjectKey(head.namespace(), head.name()), head.uid(), head.resourceVersion());
        } catch (MalformedJsonException e) {
            throw new MalformedObjectException("an object is not JSON: " + e.getMessage());
        }
    }
}
