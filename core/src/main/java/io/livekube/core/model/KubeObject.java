package io.livekube.core.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// One version of a Kubernetes object: what is kept of it, stored compressed, and the fields extracted from it.
///
/// Immutable to its users. The stored form of the body may be exchanged for a smaller one (a better
/// dictionary), which nobody can see but by [#storedBytes].
///
/// All but the namespace, which many objects share, stands in one array: the head as [PackedHead] describes
/// it, behind it the body as [BodyCodec] packs it. Accessors make what they return; keep it instead of
/// asking again in a loop.
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

    /// The order of keys: by namespace, then name, as of [ObjectKey], without making one.
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

    /// The length of [#content]; without unpacking it, unless it is held as protobuf.
    public int contentBytes() {
        byte[] held = bytes;
        return PackedHead.isProtobuf(held) ? format.content(held).length : bodyBytes();
    }

    /// How long the body is, unpacked, in whatever form it is held.
    int bodyBytes() {
        byte[] held = bytes;
        return BodyCodec.unpackedLength(held, PackedHead.length(held));
    }

    /// Whether the same is kept of both, in whatever form they are held.
    public boolean sameContent(KubeObject other) {
        boolean bothJson = !PackedHead.isProtobuf(bytes) && !PackedHead.isProtobuf(other.bytes);
        return contentHash == other.contentHash || (!bothJson && Arrays.equals(content(), other.content()));
    }

    /// A 64-bit hash of the body as it is held, the same on every machine. Of an object that is held as JSON
    /// that is [#content]; of protobuf, equal contents may have different hashes.
    public long contentHash() {
        return contentHash;
    }

    /// How many bytes the body takes as stored.
    public int storedBytes() {
        byte[] held = bytes;
        return held.length - PackedHead.length(held);
    }

    /// How many bytes everything takes that can be read without unpacking the body.
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
