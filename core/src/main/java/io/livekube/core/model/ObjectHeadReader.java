package io.livekube.core.model;

import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.json.StrippedObject;
import java.util.List;

/// Reads identity and version of a scanned object.
final class ObjectHeadReader {
    /// Paths of the metadata that is read from every object; the kind's extracted fields follow.
    static final List<String> PATHS = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "metadata.resourceVersion",
            "metadata.labels",
            "metadata.ownerReferences");

    private static final int NAME = 0;
    private static final int NAMESPACE = 1;
    private static final int UID = 2;
    private static final int RESOURCE_VERSION = 3;
    static final int LABELS = 4;
    static final int OWNERS = 5;

    private final SharedStrings namespaces = new SharedStrings();
    private final JsonScanner scanner = new JsonScanner(new byte[0], 0, 0);

    ObjectHead read(StrippedObject scan, byte[] json) throws MalformedJsonException, MalformedObjectException {
        String name = string(scan, json, NAME);
        String namespace = namespaces.share(string(scan, json, NAMESPACE));
        String version = string(scan, json, RESOURCE_VERSION);
        if (name.isEmpty()) {
            throw new MalformedObjectException("an object without metadata.name");
        }
        return new ObjectHead(namespace, name, Uid.of(string(scan, json, UID)), version(namespace, name, version));
    }

    private static long version(String namespace, String name, String version) throws MalformedObjectException {
        try {
            return Long.parseUnsignedLong(version);
        } catch (NumberFormatException e) {
            throw new MalformedObjectException("%s has the resourceVersion '%s', which is not a decimal number"
                    .formatted(new ObjectKey(namespace, name), version));
        }
    }

    /// The object's name; empty if the scan failed before it.
    String nameOf(StrippedObject scan, byte[] json) {
        try {
            return new ObjectKey(string(scan, json, NAMESPACE), string(scan, json, NAME)).toString();
        } catch (MalformedJsonException e) {
            return "";
        }
    }

    private String string(StrippedObject scan, byte[] json, int extracted) throws MalformedJsonException {
        if (!scan.has(extracted)) {
            return "";
        }
        scanner.reset(json, scan.from(extracted), scan.to(extracted));
        return scanner.peek() == '"' ? scanner.readString() : "";
    }
}
