package io.livekube.core.model;

import java.util.List;
import java.util.Optional;

/// One version of a Kubernetes object: its stripped JSON, stored compressed, and the fields extracted from it.
///
/// Immutable to its users. The stored form of the body may be exchanged for a smaller one (a better dictionary), which
/// nobody can see but by [#storedBytes].
public final class KubeObject {
    private final ObjectFormat format;
    private final String namespace;
    private final String name;
    private final long uidHigh;
    private final long uidLow;
    private final long resourceVersion;
    private final long contentHash;
    private final Labels labels;
    private final List<Owner> owners;
    private final String[] fields;
    private volatile byte[] body;

    KubeObject(ObjectFormat format, ObjectHead head, String[] fields, long contentHash, byte[] body) {
        this.format = format;
        this.namespace = head.namespace();
        this.name = head.name();
        this.uidHigh = head.uid().high();
        this.uidLow = head.uid().low();
        this.resourceVersion = head.resourceVersion();
        this.labels = head.labels();
        this.owners = head.owners();
        this.fields = fields;
        this.contentHash = contentHash;
        this.body = body;
    }

    public String namespace() {
        return namespace;
    }

    public String name() {
        return name;
    }

    public ObjectKey key() {
        return new ObjectKey(namespace, name);
    }

    public Uid uid() {
        return new Uid(uidHigh, uidLow);
    }

    /// Whether `other` is a version of the same object, rather than one re-created under its name.
    public boolean sameUid(KubeObject other) {
        return uidHigh == other.uidHigh && uidLow == other.uidLow;
    }

    public long resourceVersion() {
        return resourceVersion;
    }

    public Labels labels() {
        return labels;
    }

    public List<Owner> owners() {
        return owners;
    }

    /// An extracted field, such as `spec.nodeName`; empty if the object has none or the format does not extract it.
    public Optional<String> field(String path) {
        int i = format.fieldIndex(path);
        return i < 0 || fields[i].isEmpty() ? Optional.empty() : Optional.of(fields[i]);
    }

    /// The stripped JSON.
    public byte[] json() {
        return format.unpack(body);
    }

    /// A 64-bit hash of the stripped JSON, the same on every machine.
    public long contentHash() {
        return contentHash;
    }

    /// How many bytes the body takes as stored.
    public int storedBytes() {
        return body.length;
    }

    byte[] body() {
        return body;
    }

    void exchangeBody(byte[] smaller) {
        body = smaller;
    }

    @Override
    public String toString() {
        return key() + "@" + resourceVersion;
    }
}
