package io.livekube.simulator.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/// One version of an object: its JSON, and what selectors need of it without parsing.
///
/// The JSON begins with `kind` and `apiVersion`; [#bodyOffset()] says where the rest begins, so that a list
/// can leave them out and another served version can replace them.
public final class StoredObject {
    private final String namespace;
    private final String name;
    private final long revision;
    private final byte[] json;
    private final int bodyOffset;
    private final StoredLabels labels;
    private volatile String[] fields;
    private final boolean deleted;

    /// The version before this one, until it is compacted.
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

    /// The whole object; not to be changed.
    public byte[] json() {
        return json;
    }

    /// Where the fields after `kind` and `apiVersion` begin in [#json()], at the quote of the first one.
    public int bodyOffset() {
        return bodyOffset;
    }

    public StoredLabels labels() {
        return labels;
    }

    /// The value of the type's i-th selectable field; empty if that came after this version was forgotten.
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

    /// Objects sort as in etcd: by namespace, then by name, where the slash counts as a character.
    static String key(String namespace, String name) {
        return namespace + '/' + name;
    }

    @Override
    public String toString() {
        return key() + "@" + revision;
    }
}
