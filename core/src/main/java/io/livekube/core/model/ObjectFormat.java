package io.livekube.core.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.livekube.core.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// How one kind's objects are decoded and held: what is dropped, what is extracted, and the dictionary they share.
///
/// For any number of threads; decoding is done one at a time.
///
/// The first objects are held as they are, until there are enough to train a dictionary from; then they are packed, and
/// every later one at once. [#settle] ends the waiting when no more are to come. A kind that grows after it had settled
/// with few, or that drifts away from its dictionary (bodies pack much worse than when it was trained), trains a new
/// one from its newest objects.
public final class ObjectFormat {
    /// Packed bodies may grow by so much over what they were after training before the dictionary counts as outdated.
    private static final double OUTDATED = 1.6;

    private static final Hasher64 XXH3 = Hashing.xxh3_64();

    private final Resource resource;
    private final FormatConfig config;
    private final ObjectScan scan;
    private final HeadReader heads = new HeadReader();
    private final Symbols symbols = new Symbols();
    private final HeadPacker packer = new HeadPacker(symbols);
    private final BodyCodec codec = new BodyCodec();
    private final List<KubeObject> unpacked = new ArrayList<>();
    private final PackingRatio ratio = new PackingRatio();
    private boolean gathering = true;
    private int trainedFrom;
    private int packedSince;
    private volatile String kind = "";

    public ObjectFormat(Resource resource, FormatConfig config) {
        this.resource = resource;
        this.config = config;
        // apiVersion and kind are the same for all and missing in the items of a LIST: they are put back on reading.
        List<String> dropped = Stream.concat(Stream.of("apiVersion", "kind"), config.dropped().stream())
                .toList();
        List<String> extracted = Stream.concat(HeadReader.PATHS.stream(), config.extracted().stream())
                .toList();
        this.scan = new ObjectScan(FieldPaths.of(dropped, config.blanked(), extracted), extracted.size());
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
    public synchronized KubeObject decode(byte[] json, int from, int to) throws MalformedObjectException {
        try {
            scan.scan(json, from, to);
            ObjectHead head = heads.read(scan, json);
            packer.pack(head, scan, json, config.extracted().size());
            byte[] stripped = scan.stripped();
            int length = scan.strippedLength();
            long hash = XXH3.hashBytesToLong(stripped, 0, length);
            byte[] bytes = gathering
                    ? BodyCodec.plain(packer.bytes(), packer.length(), stripped, length)
                    : pack(packer.bytes(), packer.length(), stripped, length);
            KubeObject object = new KubeObject(this, head.namespace(), head.resourceVersion(), hash, bytes);
            if (gathering) {
                gather(object);
            }
            return object;
        } catch (MalformedJsonException e) {
            String name = heads.nameOf(scan, json);
            throw new MalformedObjectException("%s: %s can't be decoded: %s"
                    .formatted(resource, name.isEmpty() ? "an object" : name, e.getMessage()));
        }
    }

    /// Packs what still waits for a dictionary: no more objects are expected soon.
    public synchronized void settle() {
        if (gathering && !unpacked.isEmpty()) {
            packGathered();
        }
    }

    /// Native memory held by dictionaries, in bytes.
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

    /// The JSON of a stored object, as it was hashed.
    byte[] content(byte[] bytes) {
        return codec.unpack(bytes, PackedHead.length(bytes));
    }

    /// The JSON of a stored object, with `kind` and `apiVersion` in front.
    byte[] unpack(byte[] bytes) {
        byte[] json = content(bytes);
        if (kind.isEmpty()) {
            return json;
        }
        String apiVersion =
                resource.group().isEmpty() ? resource.version() : resource.group() + "/" + resource.version();
        byte[] type = "{\"kind\":\"%s\",\"apiVersion\":\"%s\"%s"
                .formatted(kind, apiVersion, json.length > 2 ? "," : "")
                .getBytes(StandardCharsets.UTF_8);
        byte[] whole = new byte[type.length + json.length - 1];
        System.arraycopy(type, 0, whole, 0, type.length);
        System.arraycopy(json, 1, whole, type.length, json.length - 1);
        return whole;
    }

    private void gather(KubeObject object) {
        unpacked.add(object);
        if (unpacked.size() >= config.dictionarySamples()) {
            packGathered();
        }
    }

    private void packGathered() {
        List<byte[]> samples = unpacked.stream()
                .map(o -> codec.unpack(o.bytes(), o.headBytes()))
                .toList();
        codec.train(samples, config.dictionaryBytes());
        ratio.restart();
        for (int i = 0; i < samples.size(); i++) {
            KubeObject object = unpacked.get(i);
            if (BodyCodec.isPlain(object.bytes(), object.headBytes())) {
                byte[] sample = samples.get(i);
                object.exchangeBytes(pack(object.bytes(), object.headBytes(), sample, sample.length));
            }
        }
        trainedFrom = samples.size();
        packedSince = 0;
        unpacked.clear();
        gathering = false;
    }

    private byte[] pack(byte[] head, int headLength, byte[] stripped, int length) {
        byte[] bytes = codec.pack(head, headLength, stripped, length);
        ratio.record(length, bytes.length - headLength);
        packedSince++;
        boolean outgrown = trainedFrom < config.dictionarySamples() && packedSince >= config.dictionarySamples();
        if (outgrown || ratio.worseThanAtFirst(OUTDATED)) {
            gathering = true;
        }
        return bytes;
    }
}
