package io.livekube.protocol.binary;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.ObjectKey;
import io.livekube.core.model.Resource;
import io.livekube.protocol.Batch;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.BatchTooLargeException;
import io.livekube.protocol.Edit;
import io.livekube.protocol.Part;
import io.livekube.protocol.SharedObjects;
import io.livekube.protocol.SharedState;
import io.livekube.protocol.WellKnownKinds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;

/// Writer of a batch's head; collects the objects and the dictionary for its frame.
final class PartWriter {
    private final SharedState shared;
    private final BatchLimits limits;
    private final BatchHeadWriter head = new BatchHeadWriter();
    private final BatchDictionary bases;
    private final List<KubeObject> objects = new ArrayList<>();
    private long contentBytes;
    private int edits;

    PartWriter(SharedState shared, BatchLimits limits) {
        this.shared = shared;
        this.limits = limits;
        this.bases = new BatchDictionary(shared.recent());
    }

    byte[] write(Batch batch) throws BatchTooLargeException {
        head.fixed(batch.session().instance());
        head.number(batch.session().number());
        head.number(batch.sequence());
        check(batch.parts().size(), limits.parts(), "parts");
        for (Part part : batch.parts()) {
            write(part);
        }
        check(head.size(), limits.headBytes(), "bytes of head");
        return head.bytes();
    }

    List<KubeObject> objects() {
        return objects;
    }

    long contentBytes() {
        return contentBytes;
    }

    byte[] dictionary() {
        return bases.dictionary();
    }

    private void write(Part part) throws BatchTooLargeException {
        switch (part) {
            case Part.Hello hello -> {
                head.octet(PartTag.HELLO);
                head.text(limits.cut(hello.agent()));
                head.text(limits.cut(hello.kubernetes()));
                head.text(limits.cut(hello.clusterUid()));
            }
            case Part.Kind kind -> kind(kind);
            case Part.Status status -> {
                begin(PartTag.STATUS, status);
                head.octet(PartTag.STATES.indexOf(status.state()));
                head.number(status.objects());
                head.text(limits.cut(status.cause()));
            }
            case Part.Gone gone -> begin(PartTag.GONE, gone);
            case Part.Check check -> {
                begin(PartTag.CHECK, check);
                head.version(check.version());
                head.number(check.objects());
                head.fixed(check.digest());
            }
            case Part.Buckets buckets -> {
                begin(PartTag.BUCKETS, buckets);
                head.version(buckets.version());
                buckets.sums().forEach(head::fixed);
            }
            case Part.Delta delta -> delta(delta);
            case Part.Begin begin -> {
                begin(PartTag.BEGIN, begin);
                head.version(begin.version());
                buckets(begin.buckets());
            }
            case Part.Chunk chunk -> {
                begin(PartTag.CHUNK, chunk);
                head.number(chunk.objects().size());
                count(chunk.objects().size());
                for (KubeObject object : chunk.objects()) {
                    head.number(object.contentBytes());
                    content(object);
                }
            }
            case Part.End end -> {
                begin(PartTag.END | unchecked(end.digest()), end);
                head.version(end.version());
                head.number(end.objects());
                end.digest().ifPresent(head::fixed);
            }
        }
    }

    private void begin(int tag, Part.OfKind part) {
        head.octet(tag);
        head.resource(part.resource());
    }

    private static int unchecked(OptionalLong digest) {
        return digest.isPresent() ? 0 : PartTag.UNCHECKED;
    }

    private void kind(Part.Kind kind) {
        begin(PartTag.KIND, kind);
        int known = WellKnownKinds.number(kind.resource());
        if (known >= 0 && WellKnownKinds.all().get(known).equals(kind)) {
            head.octet(PartTag.AS_KNOWN);
        } else {
            head.octet(kind.namespaced() ? PartTag.NAMESPACED : PartTag.CLUSTER_SCOPED);
            head.text(limits.cut(kind.kind()));
        }
    }

    private void buckets(BitSet buckets) {
        if (buckets.cardinality() == Part.BUCKETS) {
            head.octet(PartTag.ALL_BUCKETS);
        } else {
            head.octet(PartTag.SOME_BUCKETS);
            byte[] bits = new byte[Part.BUCKETS / Byte.SIZE];
            byte[] set = buckets.toByteArray();
            System.arraycopy(set, 0, bits, 0, set.length);
            head.octets(bits);
        }
    }

    private void delta(Part.Delta delta) throws BatchTooLargeException {
        begin(PartTag.DELTA | unchecked(delta.digest()), delta);
        head.version(delta.version());
        delta.digest().ifPresent(digest -> head.half((int) digest));
        head.number(delta.edits().size());
        count(delta.edits().size());
        SharedObjects before = shared.held(delta.resource());
        int last = 0;
        for (Edit edit : delta.edits()) {
            switch (edit) {
                case Edit.Remove remove -> {
                    int rank = rank(before, delta.resource(), remove.key());
                    edit(PartTag.REMOVE, rank - last);
                    head.signed(delta.version() - remove.version());
                    last = rank;
                }
                case Edit.Put put -> {
                    if (put.base().isPresent()) {
                        int rank = rank(before, delta.resource(), put.base().get());
                        KubeObject base = before.at(rank);
                        bases.add(delta.resource(), rank, base);
                        int longer = put.object().contentBytes() - base.contentBytes();
                        edit(longer == 0 ? PartTag.PUT_AS_LONG : PartTag.PUT_AGAINST, rank - last);
                        if (longer != 0) {
                            head.signed(longer);
                        }
                        last = rank;
                    } else {
                        edit(PartTag.PUT_WHOLE, 0);
                        head.number(put.object().contentBytes());
                    }
                    content(put.object());
                }
            }
        }
    }

    private void edit(int operation, int step) {
        head.number(BatchHeadWriter.zigzag(step) << PartTag.EDIT_BITS | operation);
    }

    private static int rank(SharedObjects before, Resource resource, ObjectKey key) {
        int rank = before.rank(key);
        if (rank < 0 || rank >= before.size() || !before.at(rank).key().equals(key)) {
            throw new IllegalArgumentException(
                    "%s: an edit refers to %s, which the other end does not hold".formatted(resource, key));
        }
        return rank;
    }

    private void count(int more) throws BatchTooLargeException {
        edits += more;
        check(edits, limits.edits(), "edits and objects");
    }

    private void content(KubeObject object) throws BatchTooLargeException {
        check(object.contentBytes(), limits.objectBytes(), "bytes of " + object.key());
        contentBytes += object.contentBytes();
        check(contentBytes, limits.contentBytes(), "bytes of objects");
        objects.add(object);
    }

    private static void check(long got, long limit, String what) throws BatchTooLargeException {
        if (got > limit) {
            throw new BatchTooLargeException(
                    "the batch has %d %s, more than the limit of %d".formatted(got, what, limit));
        }
    }
}
