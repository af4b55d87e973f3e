package io.livekube.core.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.core.json.FieldPaths;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.json.ObjectScan;
import io.livekube.core.json.StrippedObject;
import io.livekube.core.model.BodyCodec.Effort;
import io.livekube.core.model.FormatConfig.Form;
import io.livekube.core.protobuf.Transcoder;
import io.livekube.core.protobuf.UnreadableProtobufException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How one kind's objects are decoded and held: what is dropped, what is extracted, and the dictionary they
/// share.
///
/// For any number of threads; decoding is done one at a time.
///
/// The first objects are held as they are, until there are enough to train a dictionary from, or as many as
/// take a few megabytes; then they are packed, and every later one at once, as huge ones are from the first.
/// [#settle] ends the waiting when no more are to come. A kind that grows after it had settled with few, or
/// that drifts away from its dictionary (bodies pack much worse than when it was trained), trains a new one
/// from its newest objects.
///
/// Objects that change one at a time are packed a few at once ([#decodeChange]): zstd finds its tables in
/// the processor's cache for all of them but the first, which makes packing several times as fast.
public final class ObjectFormat {
    /// Packed bodies may grow by so much over what they were after training before the dictionary counts as
    /// outdated.
    private static final double OUTDATED = 1.6;

    /// Changed objects that wait to be packed, and their bytes, that are worth the packing.
    private static final int MANY_CHANGES = 64;

    private static final int MANY_BYTES = 384 * 1024;

    /// Of many objects more is worth knowing.
    private static final int REPACK_SAMPLES = 2_000;

    private static final int REPACK_DICTIONARY = 112 * 1024;

    /// What samples may take: the trainer copies them.
    private static final int REPACK_BYTES = 16 << 20;

    /// What the first objects may take that are held as they are. A kind of large objects trains from fewer.
    private static final int GATHERED_BYTES = 4 << 20;

    /// A body that is a world of its own: it has little to teach about others, and to learn from them.
    private static final int LARGE_BODY = 256 * 1024;

    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private final Resource resource;
    private final FormatConfig config;
    private final FieldPaths paths;
    private final int extracted;
    private final ObjectScan scan;
    /// For protobuf, once some has come.
    private volatile @Nullable ProtobufBodies protobuf;

    private final ObjectHeadReader heads = new ObjectHeadReader();
    private final Symbols symbols = new Symbols();
    private final HeadPacker packer = new HeadPacker(symbols);
    private final BodyCodec codec = new BodyCodec();
    private final List<KubeObject> unpacked = new ArrayList<>();
    /// Changed objects that are still held as they are.
    private final List<KubeObject> changed = new ArrayList<>();

    private int changedBytes;
    private final PackingRatio ratio = new PackingRatio();
    private boolean gathering = true;
    private int gatheredBytes;
    /// How many are packed with a dictionary from few samples, or with none, before it is trained anew.
    private long patience;

    private boolean trainedFromFew = true;
    private long packedSince;
    private volatile String kind = "";

    public ObjectFormat(Resource resource, FormatConfig config) {
        this.resource = resource;
        this.config = config;
        // apiVersion and kind are the same for all and missing in the items of a LIST: they are put back on reading.
        List<String> dropped = Stream.concat(Stream.of("apiVersion", "kind"), config.dropped().stream())
                .toList();
        List<String> extracted = Stream.concat(ObjectHeadReader.PATHS.stream(), config.extracted().stream())
                .toList();
        this.paths = FieldPaths.of(dropped, config.blanked(), extracted);
        this.extracted = extracted.size();
        this.scan = new ObjectScan(paths, this.extracted);
        this.patience = config.dictionarySamples();
    }

    public Resource resource() {
        return resource;
    }

    /// The `kind` of its objects; empty until a LIST or a watch event has told it.
    public String kind() {
        return kind;
    }

    public void learnKind(String learned) {
        kind = learned;
    }

    /// Decodes one object from a range of bytes, which may be reused afterwards.
    public KubeObject decode(byte[] json, int from, int to) throws MalformedObjectException {
        return decode(json, from, to, false);
    }

    /// The same for one that has just changed. It is held as it is until [#packManyChanges] or
    /// [#packAllChanges]: whoever calls this calls those in its pauses.
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
        return object(scan, json, false, change);
    }

    /// Decodes one object from protobuf. Its kind must be known.
    ///
    /// @param from where its message begins, behind its envelope
    /// @param change whether it has just changed; see [#decodeChange]
    /// @throws UnreadableProtobufException if it can only be read as JSON
    public synchronized KubeObject decodeProtobuf(byte[] bytes, int from, int to, boolean change)
            throws MalformedObjectException, UnreadableProtobufException {
        ProtobufBodies known = protobufBodies();
        Transcoder json = known.transcoder();
        if (config.form() == Form.AS_SENT && known.condenser().condense(bytes, from, to)) {
            return object(known.condenser(), json.stripped(), true, change);
        }
        json.transcode(bytes, from, to);
        return object(json, json.stripped(), false, change);
    }

    private ProtobufBodies protobufBodies() throws UnreadableProtobufException {
        ProtobufBodies known = protobuf;
        if (known == null) {
            known = new ProtobufBodies(Transcoder.of(resource.apiVersion(), kind, paths, extracted)
                    .orElseThrow(() -> new UnreadableProtobufException(
                            "there is no schema of " + resource.apiVersion() + " " + kind)));
            protobuf = known;
        }
        return known;
    }

    /// @param values what the extracted values stand in
    private KubeObject object(StrippedObject kept, byte[] values, boolean isProtobuf, boolean change)
            throws MalformedObjectException {
        ObjectHead head = head(kept, values);
        if (isProtobuf) {
            PackedHead.markProtobuf(packer.bytes());
        }
        byte[] stripped = kept.stripped();
        int length = kept.strippedLength();
        long hash = XXH3.hashBytesToLong(stripped, 0, length);
        boolean gathered = gathering && length <= LARGE_BODY;
        byte[] bytes = gathered || change
                ? BodyCodec.plain(packer.bytes(), packer.length(), stripped, length)
                : packed(codec.pack(packer.bytes(), packer.length(), stripped, length), packer.length(), length);
        KubeObject object = new KubeObject(this, head.namespace(), head.resourceVersion(), hash, bytes);
        if (gathered) {
            gather(object);
        } else if (change) {
            changed.add(object);
            changedBytes += bytes.length;
        }
        return object;
    }

    /// Reads what is extracted, and packs it.
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

    /// Packs what still waits for a dictionary: no more objects are expected soon.
    public synchronized void settle() {
        if (gathering && !unpacked.isEmpty()) {
            packGathered();
        }
    }

    /// Packs changed objects, if there are enough of them.
    public synchronized void packManyChanges() {
        if (changed.size() >= MANY_CHANGES || changedBytes >= MANY_BYTES) {
            packAllChanges();
        }
    }

    /// Packs all changed objects.
    public synchronized void packAllChanges() {
        changed.forEach(this::packPlain);
        changed.clear();
        changedBytes = 0;
    }

    /// Packs objects anew with a dictionary that is trained from all of them, where that makes them
    /// smaller: those that came first, in the order of their keys, know little of the others.
    ///
    /// Others can decode meanwhile: their turn comes after each object. It ends early if its
    /// thread is interrupted.
    ///
    /// @param held objects of this format, many times as many as a dictionary is trained from
    /// @return how many bytes that saves
    public long repack(List<KubeObject> held) {
        int count = Math.min(held.size(), REPACK_SAMPLES);
        List<byte[]> samples = new ArrayList<>(count);
        int bytes = 0;
        for (int i = 0; i < count && bytes < REPACK_BYTES; i++) {
            KubeObject sample = held.get((int) ((long) held.size() * i / count));
            int length = sample.bodyBytes();
            if (length <= LARGE_BODY) {
                samples.add(sample.bytes());
                bytes += length;
            }
        }
        if (!codec.train(samples, Math.max(config.dictionaryBytes(), REPACK_DICTIONARY), Effort.THOROUGH)) {
            return 0;
        }
        long saved = 0;
        for (KubeObject object : held) {
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
            byte[] body = codec.unpack(object.bytes(), object.headBytes());
            synchronized (this) {
                byte[] before = object.bytes();
                byte[] packed = codec.pack(before, object.headBytes(), body, body.length);
                if (packed.length < before.length) {
                    object.exchangeBytes(packed);
                    saved += before.length - packed.length;
                }
            }
        }
        synchronized (this) {
            trainedFromFew = false;
            ratio.restart();
        }
        return saved;
    }

    /// How many dictionaries there are: that of the newest objects, and those that older ones were packed with.
    int dictionaries() {
        return codec.dictionaries();
    }

    /// Native memory held by dictionaries, in bytes, estimated.
    public int dictionaryBytes() {
        return codec.dictionaryBytes();
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
        byte[] body = codec.unpack(bytes, PackedHead.length(bytes));
        return PackedHead.isProtobuf(bytes) ? Objects.requireNonNull(protobuf).json(body) : body;
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

    private void gather(KubeObject object) {
        unpacked.add(object);
        gatheredBytes += object.bytes().length;
        if (unpacked.size() >= config.dictionarySamples() || gatheredBytes >= GATHERED_BYTES) {
            packGathered();
        }
    }

    private void packGathered() {
        codec.train(samples(), config.dictionaryBytes(), Effort.QUICK);
        ratio.restart();
        unpacked.forEach(this::packPlain);
        trainedFromFew = unpacked.size() < config.dictionarySamples();
        if (trainedFromFew && gatheredBytes >= GATHERED_BYTES) {
            // The next may be smaller, and more of them, or as large as these: then few dictionaries are enough.
            patience *= 2;
        }
        packedSince = 0;
        gatheredBytes = 0;
        unpacked.clear();
        gathering = false;
    }

    /// About a megabyte from all over what was gathered: more takes the trainer longer, and teaches it nothing. Of
    /// large objects as much as it needs, which may be all of them.
    private List<byte[]> samples() {
        int apart = Math.clamp(gatheredBytes >> 20, 1, Math.max(1, unpacked.size() / BodyCodec.MIN_SAMPLES));
        return IntStream.range(0, unpacked.size())
                .filter(i -> i % apart == 0)
                .mapToObj(i -> unpacked.get(i).bytes())
                .toList();
    }

    private void packPlain(KubeObject object) {
        byte[] bytes = object.bytes();
        int headLength = object.headBytes();
        if (BodyCodec.isPlain(bytes, headLength)) {
            object.exchangeBytes(packed(codec.packPlain(bytes, headLength), headLength, bytes.length - headLength - 1));
        }
    }

    /// Notes how well a body was packed.
    private byte[] packed(byte[] bytes, int headLength, int length) {
        ratio.record(length, bytes.length - headLength);
        packedSince++;
        boolean outgrown = trainedFromFew && packedSince >= patience;
        if (outgrown || ratio.worseThanAtFirst(OUTDATED)) {
            gathering = true;
        }
        return bytes;
    }
}
