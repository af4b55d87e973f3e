package io.livekube.simulator.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/// One version of an object: its JSON, and the labels and fields that selectors need.
///
/// The JSON begins with `kind` and `apiVersion`; [#bodyOffset()] is where the rest begins, so that lists can
/// omit them and another API version can replace them.
public final class StoredObject {
    private final String namespace;
    private final String name;
    private final long revision;
    private final byte[] json;
    private final int bodyOffset;
    private final StoredLabels labels;
    private volatile String[] fields;
    private final boolean deleted;

    /// The previous version, until it is compacted.
    private volatile @Nullable StoredObject older;

    StoredObject(
            String namespace,
            String name,
            long revision,
            byte[] json,
            int bodyOffset,
            StoredLabels labels,
            String[] fields,
            boolean deleted) {
        this.namespace = namespace;
        this.name = name;
        this.revision = revision;
        this.json = json;
        this.bodyOffset = bodyOffset;
        this.labels = labels;
        this.fields = fields;
        this.deleted = deleted;
    }

    /// Empty for cluster-scoped objects.
    public String namespace() {
        return namespace;
    }

    public String name() {
        return name;
    }

    /// The `resourceVersion`.
    public long revision() {
        return revision;
    }

    /// The whole object; must not be modified.
    public byte[] json() {
        return json;
    }

    /// The offset in [#json()] of the first field after `kind` and `apiVersion`, at its opening quote.
    public int bodyOffset() {
        return bodyOffset;
    }

    public StoredLabels labels() {
        return labels;
    }

    /// The value of the type's i-th extracted field; empty if the field became selectable after this version
    /// was compacted.
    public String field(int i) {
        String[] values = fields;
        return i < values.length ? values[i] : "";
    }

    public ObjectNode toTree() {
        return StoredJson.parseStored(json);
    }

    boolean deleted() {
        return deleted;
    }

    String[] fields() {
        return fields;
    }

    void fields(String[] values) {
        fields = values;
    }

    String key() {
        return key(namespace, name);
    }

    @Nullable
    StoredObject older() {
        return older;
    }

    void older(@Nullable StoredObject version) {
        older = version;
    }

    /// The key of an object. Keys sort as in etcd: by namespace, then by name, with the slash as a character.
    static String key(String namespace, String name) {
        return namespace + '/' + name;
    }

    @Override
    public String toString() {
        return key() + "@" + revision;
    }
}
