package io.livekube.core.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.core.json.FieldPaths;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.json.ObjectScan;
import io.livekube.core.json.StrippedObject;
import io.livekube.core.protobuf.Transcoder;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Format of one kind's objects: what is dropped and extracted on decoding, and how bodies are packed ([BodyPacking]).
///
/// For any number of threads; one decodes at a time.
public final class ObjectFormat {
    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private final Resource resource;
    private final FormatConfig config;
    private final FieldPaths paths;
    private final int extracted;
    private final ObjectScan scan;
    /// For protobuf, once some has come.
    private @Nullable Transcoder protobuf;

    private final ObjectHeadReader heads = new ObjectHeadReader();
    private final Symbols symbols = new Symbols();
    private final HeadPacker packer = new HeadPacker(symbols);
    private final BodyPacking packing;
    private final BodyCodec codec;
    private volatile String kind = "";

    public ObjectFormat(Resource resource, FormatConfig config) {
        this(resource, config, new BodyDictionaries());
    }

    /// A format that shares its dictionaries with others of the same kind.
    public ObjectFormat(Resource resource, FormatConfig config, BodyDictionaries dictionaries) {
        this.resource = resource;
        this.config = config;
        // The same for all objects, and missing in the items of a LIST: put back on reading.
        List<String> dropped = Stream.concat(Stream.of("apiVersion", "kind"), config.dropped().stream())
                .toList();
        List<String> extracted = Stream.concat(ObjectHeadReader.PATHS.stream(), config.extracted().stream())
                .toList();
        this.paths = FieldPaths.of(dropped, config.blanked(), extracted);
        this.extracted = extracted.size();
        this.scan = new ObjectScan(paths, this.extracted);
        this.packing = new BodyPacking(config.dictionarySamples(), config.dictionaryBytes(), dictionaries);
        this.codec = packing.codec();
    }

    public Resource resource() {
        return resource;
    }

    /// The `kind` of its objects; empty until a LIST or a watch event has shown it.
    public String kind() {
        return kind;
    }

    public void learnKind(String learned) {
        kind = learned;
    }

    /// Loads the schema and the native code that the first objects need. Optional; in a new process it takes
    /// tens of milliseconds, which are best spent while the connection is opened.
    public void prepare() {
        Transcoder.prepare(resource.apiVersion(), resource.plural());
        ZstdContextPool.giveBack(ZstdContextPool.borrowCompress());
    }

    /// Decodes one object from a range of bytes, which may be reused afterwards.
    public KubeObject decode(byte[] json, int from, int to) throws MalformedObjectException {
        return decode(json, from, to, false);
    }

    /// The same for an object that has just changed. Its body stays plain until [#packManyChanges] or
    /// [#packAllChanges], which the caller calls in its pauses.
    public KubeObject decodeChange(byte[] json, int from, int to) throws MalformedObjectException {
        return decode(json, from, to, true);
    }

    private synchronized KubeObject decode(byte[] json, int from, int to, boolean change)
            throws MalformedObjectException {
        try {
            scan.scan(json, from, to);
        } catch (MalformedJsonException e) {
            throw malformed(scan, json, e);
        }
        return object(scan, json, change);
    }

    /// Decodes one object from protobuf. Its kind must be known.
    ///
    /// @param from start of its message, behind its envelope
    /// @param change whether it has just changed; see [#decodeChange]
    /// @throws UnreadableProtobufException if it can only be read as JSON
    public synchronized KubeObject decodeProtobuf(byte[] bytes, int from, int to, boolean change)
            throws MalformedObjectException, UnreadableProtobufException {
        Transcoder json = transcoder();
        json.transcode(bytes, from, to);
        return object(json, json.stripped(), change);
    }

    private Transcoder transcoder() throws UnreadableProtobufException {
        Transcoder known = protobuf;
        if (known == null) {
            known = Transcoder.of(resource.apiVersion(), kind, paths, extracted)
                    .orElseThrow(() -> new UnreadableProtobufException(
                            "there is no schema of " + resource.apiVersion() + " " + kind));
            protobuf = known;
        }
        return known;
    }

    /// @param values bytes that the extracted values are in
    private KubeObject object(StrippedObject kept, byte[] values, boolean change) throws MalformedObjectException {
        ObjectHead head = head(kept, values);
        byte[] stripped = kept.stripped();
        int length = kept.strippedLength();
        long hash = XXH3.hashBytesToLong(stripped, 0, length);
        byte[] bytes = packing.pack(packer.bytes(), packer.length(), stripped, length, change);
        KubeObject object = new KubeObject(this, head.namespace(), head.resourceVersion(), hash, bytes);
        packing.register(object, length, change);
        return object;
    }

    /// Reads the extracted values, and packs them.
    private ObjectHead head(StrippedObject kept, byte[] values) throws MalformedObjectException {
        try {
            ObjectHead head = heads.read(kept, values);
            packer.pack(head, kept, values, config.extracted().size());
            return head;
        } catch (MalformedJsonException e) {
            throw malformed(kept, values, e);
        }
    }

    private MalformedObjectException malformed(StrippedObject json, byte[] source, Exception e) {
        String name = heads.nameOf(json, source);
        return new MalformedObjectException(
                "%s: %s can't be decoded: %s".formatted(resource, name.isEmpty() ? "an object" : name, e.getMessage()));
    }

    /// Packs the bodies that still wait for a dictionary, because no more objects are expected soon.
    public synchronized void settle() {
        packing.settle();
    }

    /// Packs changed objects, if there are enough of them.
    public synchronized void packManyChanges() {
        packing.packManyChanges();
    }

    /// Packs all changed objects.
    public synchronized void packAllChanges() {
        packing.packAllChanges();
    }

    /// Packs objects again with a dictionary that is trained from all of them, where that makes them smaller: the first
    /// ones, in the order of their keys, know little of the others.
    ///
    /// Other threads can decode meanwhile, between any two objects. An interrupt ends it early.
    ///
    /// @param held objects of this format, many times as many as a dictionary is trained from
    /// @return the bytes saved
    public long repack(List<KubeObject> held) {
        if (!packing.trainFromAll(held)) {
            return 0;
        }
        long saved = 0;
        for (KubeObject object : held) {
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
            byte[] body = codec.unpack(object.bytes(), object.headBytes());
            synchronized (this) {
                saved += packing.packAgain(object, body);
            }
        }
        synchronized (this) {
            packing.packedAgain();
        }
        return saved;
    }

    /// Number of dictionaries: that of the newest objects, and those that older ones were packed with.
    int dictionaries() {
        return codec.dictionaries().count();
    }

    /// Native memory of the dictionaries, in bytes, estimated.
    public int dictionaryBytes() {
        return codec.dictionaries().state().nativeBytes();
    }

    String[] symbols() {
        return symbols.texts();
    }

    int fieldCount() {
        return config.extracted().size();
    }

    int fieldIndex(String path) {
        return config.extracted().indexOf(path);
    }

    /// The JSON of a stored object.
    byte[] content(byte[] bytes) {
        return codec.unpack(bytes, PackedHead.length(bytes));
    }

    /// The JSON of a stored object, with `kind` and `apiVersion` in front.
    byte[] unpack(byte[] bytes) {
        byte[] json = content(bytes);
        if (kind.isEmpty()) {
            return json;
        }
        String head = "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + resource.apiVersion()
                + (json.length > 2 ? "\"," : "\"");
        byte[] type = head.getBytes(StandardCharsets.UTF_8);
        byte[] whole = new byte[type.length + json.length - 1];
        System.arraycopy(type, 0, whole, 0, type.length);
        System.arraycopy(json, 1, whole, type.length, json.length - 1);
        return whole;
    }
}
