package io.livekube.core.model;

import java.util.List;
import java.util.Optional;

/// One version of a Kubernetes object: its body, stored compressed, and its extracted fields.
///
/// Immutable to its users. The stored form of the body may be replaced by a smaller one (a better
/// dictionary), which only shows in [#storedBytes].
///
/// Everything except the namespace, which many objects share, is in one array: the head as [PackedHead]
/// describes it, then the body as [BodyCodec] packs it. Accessors create their results; keep them instead of
/// calling again in a loop.
public final class KubeObject {
    private final ObjectFormat format;
    private final String namespace;
    private final long resourceVersion;
    private final long contentHash;
    private volatile byte[] bytes;

    KubeObject(ObjectFormat format, String namespace, long resourceVersion, long contentHash, byte[] bytes) {
        this.format = format;
        this.namespace = namespace;
        this.resourceVersion = resourceVersion;
        this.contentHash = contentHash;
        this.bytes = bytes;
    }

    public String namespace() {
        return namespace;
    }

    public String name() {
        return PackedHead.name(bytes);
    }

    public ObjectKey key() {
        return new ObjectKey(namespace, name());
    }

    /// The order of [ObjectKey]s, by namespace, then name, without creating one.
    @SuppressWarnings("ReferenceEquality") // most namespaces are one shared instance: no need to look at its characters
    public int compareKey(KubeObject other) {
        int order = namespace == other.namespace ? 0 : namespace.compareTo(other.namespace);
        return order != 0 ? order : PackedHead.compareNames(bytes, other.bytes);
    }

    /// The same against the parts of a key.
    @SuppressWarnings("ReferenceEquality") // as above
    public int compareKey(String otherNamespace, String otherName) {
        int order = namespace == otherNamespace ? 0 : namespace.compareTo(otherNamespace);
        return order != 0 ? order : PackedHead.compareName(bytes, otherName);
    }

    public Uid uid() {
        return PackedHead.uid(bytes);
    }

    /// Whether `other` is a version of the same object, rather than one re-created under its name.
    public boolean sameUid(KubeObject other) {
        return PackedHead.sameUid(bytes, other.bytes);
    }

    public long resourceVersion() {
        return resourceVersion;
    }

    public Labels labels() {
        return PackedHead.labels(bytes, format.symbols(), format.fieldCount());
    }

    public List<OwnerReference> owners() {
        return PackedHead.owners(bytes, format.symbols(), format.fieldCount());
    }

    /// An extracted field, such as `spec.nodeName`; empty if the object has none or the format does not
    /// extract it.
    public Optional<String> field(String path) {
        int i = format.fieldIndex(path);
        return i < 0 ? Optional.empty() : PackedHead.field(bytes, format.symbols(), i);
    }

    /// Whether [#field] knows a path for objects like this one.
    public boolean extracts(String path) {
        return format.fieldIndex(path) >= 0;
    }

    /// The stripped JSON.
    public byte[] json() {
        return format.unpack(bytes);
    }

    /// The stripped JSON without `kind` and `apiVersion`.
    public byte[] content() {
        return format.content(bytes);
    }

    /// The length of [#content], without unpacking it.
    public int contentBytes() {
        byte[] held = bytes;
        return BodyCodec.unpackedLength(held, PackedHead.length(held));
    }

    /// A 64-bit hash of [#content], the same on every machine.
    public long contentHash() {
        return contentHash;
    }

    /// Size of the stored body, in bytes.
    public int storedBytes() {
        byte[] held = bytes;
        return held.length - PackedHead.length(held);
    }

    /// Size of the head, in bytes: everything that can be read without unpacking the body.
    public int headBytes() {
        return PackedHead.length(bytes);
    }

    /// Head and body.
    byte[] bytes() {
        return bytes;
    }

    void exchangeBytes(byte[] smaller) {
        bytes = smaller;
    }

    @Override
    public String toString() {
        return key() + "@" + resourceVersion;
    }
}
