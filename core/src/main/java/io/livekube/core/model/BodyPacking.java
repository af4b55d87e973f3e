package io.livekube.core.model;

import io.livekube.core.model.PackingState.Gathering;
import io.livekube.core.model.PackingState.Provisional;
import io.livekube.core.model.PackingState.Settled;
import java.util.ArrayList;
import java.util.List;

/// Decides when the bodies of a kind are packed, and when a dictionary is trained for them.
///
/// The first objects are held plain, until there are enough of them to train from, or as many as take a few megabytes;
/// then they are packed, and all later ones at once. Huge objects are always packed at once. A kind that grows after it
/// settled with few objects, or that drifts away from its dictionary, gathers and trains again.
///
/// Objects that change one at a time are held plain for a moment and packed a few at once: zstd finds its tables in the
/// processor's cache for all of them but the first, which makes packing several times as fast.
///
/// For one thread at a time: the format's lock guards it.
final class BodyPacking {
    /// Size of a body that has little in common with others.
    static final int LARGE_BODY = 256 * 1024;

    /// Changed objects, and their bytes, that are worth packing together.
    private static final int MANY_CHANGES = 64;

    private static final int MANY_BYTES = 384 * 1024;

    /// Upper bound of the objects that wait for a dictionary. A kind of large objects trains from fewer.
    private static final int GATHERED_BYTES = 4 << 20;

    private final BodyCodec codec;
    private final DictionaryTrainer trainer;
    private final int samples;
    /// Changed objects that are still plain.
    private final List<KubeObject> changed = new ArrayList<>();

    private int changedBytes;
    private PackingState state;
    /// Bodies that are packed with a dictionary from few samples, or with none, before another one is trained.
    private long patience;

    /// @param samples objects that are enough to train a dictionary from
    /// @param dictionaryBytes upper bound of a dictionary
    /// @param dictionaries may be shared with other formats of the kind; if there is one, it is used at once
    BodyPacking(int samples, int dictionaryBytes, BodyDictionaries dictionaries) {
        this.codec = new BodyCodec(dictionaries);
        this.trainer = new DictionaryTrainer(codec, dictionaryBytes);
        this.samples = samples;
        this.patience = samples;
        this.state = dictionaries.count() > 0 ? new Settled(new PackingRatio()) : new Gathering();
    }

    BodyCodec codec() {
        return codec;
    }

    /// Packs a new body behind its head, or leaves it plain for the moment. [#register] follows.
    ///
    /// @param change whether it is one of many changes, and waits for [#packManyChanges] or [#packAllChanges]
    byte[] pack(byte[] head, int headLength, byte[] body, int length, boolean change) {
        return change || gathers(length)
                ? BodyCodec.plain(head, headLength, body, length)
                : recorded(codec.pack(head, headLength, body, length), headLength, length);
    }

    /// Takes in the object that [#pack] was called for, with the same arguments.
    void register(KubeObject object, int length, boolean change) {
        if (gathers(length) && state instanceof Gathering gathering) {
            gathering.waiting.add(object);
            gathering.bytes += object.bytes().length;
            if (gathering.waiting.size() >= samples || gathering.bytes >= GATHERED_BYTES) {
                train(gathering);
            }
        } else if (change) {
            changed.add(object);
            changedBytes += object.bytes().length;
        }
    }

    private boolean gathers(int length) {
        return state instanceof Gathering && length <= LARGE_BODY;
    }

    /// Packs the bodies that still wait for a dictionary.
    void settle() {
        if (state instanceof Gathering gathering && !gathering.waiting.isEmpty()) {
            train(gathering);
        }
    }

    private void train(Gathering gathering) {
        trainer.trainFromFirst(gathering.waiting, gathering.bytes);
        var ratio = new PackingRatio();
        state = new Settled(ratio);
        gathering.waiting.forEach(this::packPlain);
        boolean few = gathering.waiting.size() < samples;
        if (few && gathering.bytes >= GATHERED_BYTES) {
            // The next ones may be smaller and more numerous, or as large as these: then few dictionaries are enough.
            patience *= 2;
        }
        state = few ? new Provisional(ratio, patience) : new Settled(ratio);
    }

    /// Packs changed objects, if there are enough of them.
    void packManyChanges() {
        if (changed.size() >= MANY_CHANGES || changedBytes >= MANY_BYTES) {
            packAllChanges();
        }
    }

    void packAllChanges() {
        changed.forEach(this::packPlain);
        changed.clear();
        changedBytes = 0;
    }

    private void packPlain(KubeObject object) {
        byte[] bytes = object.bytes();
        int headLength = object.headBytes();
        if (BodyCodec.isPlain(bytes, headLength)) {
            object.exchangeBytes(
                    recorded(codec.packPlain(bytes, headLength), headLength, bytes.length - headLength - 1));
        }
    }

    /// Counts a body that was packed, which may show that it is time for another dictionary.
    private byte[] recorded(byte[] bytes, int headLength, int length) {
        boolean again = switch (state) {
            case Gathering _ -> false;
            case Provisional provisional ->
                provisional.packed() || provisional.ratio.outdated(length, bytes.length - headLength);
            case Settled(PackingRatio ratio) -> ratio.outdated(length, bytes.length - headLength);
        };
        if (again) {
            state = new Gathering();
        }
        return bytes;
    }

    /// Trains a dictionary from all objects of the kind. The only method that needs no lock.
    boolean trainFromAll(List<KubeObject> all) {
        return trainer.trainFromAll(all);
    }

    /// Packs an object again, if that makes it smaller.
    ///
    /// @param body of the object, unpacked
    /// @return the bytes saved
    int packAgain(KubeObject object, byte[] body) {
        byte[] before = object.bytes();
        byte[] packed = codec.pack(before, object.headBytes(), body, body.length);
        if (packed.length >= before.length) {
            return 0;
        }
        object.exchangeBytes(packed);
        return before.length - packed.length;
    }

    /// Notes that all objects were packed with a dictionary from all of them.
    void packedAgain() {
        if (!(state instanceof Gathering)) {
            state = new Settled(new PackingRatio());
        }
    }
}
