package io.livekube.protocol.binary;

import io.livekube.core.model.KubeObject;
import io.livekube.core.model.Resource;
import io.livekube.protocol.BatchLimits;
import io.livekube.protocol.Edit;
import io.livekube.protocol.KindState;
import io.livekube.protocol.Part;
import io.livekube.protocol.ProtocolException;
import io.livekube.protocol.ReceiverState;
import io.livekube.protocol.SharedObjects;
import io.livekube.protocol.WellKnownKinds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reader of the parts in a batch's head; collects the dictionary for its objects.
final class PartReader {
    private final BatchHeadReader head;
    private final BatchLimits limits;
    private final ReceiverState counterpart;
    private final BatchDictionary bases;
    private long contentBytes;
    private int edits;

    PartReader(BatchHeadReader head, BatchLimits limits, ReceiverState counterpart, boolean opening) {
        this.head = head;
        this.limits = limits;
        this.counterpart = counterpart;
        this.bases = new BatchDictionary(opening ? List.of() : counterpart.recent());
    }

    List<PendingPart> read() throws ProtocolException {
        var parts = new ArrayList<PendingPart>();
        while (head.hasMore()) {
            head.at("part " + (parts.size() + 1));
            if (parts.size() == limits.parts()) {
                throw head.tooLarge("there are more than %d parts".formatted(limits.parts()));
            }
            parts.add(part());
        }
        return parts;
    }

    BatchDictionary bases() {
        return bases;
    }

    boolean hasObjects() {
        return contentBytes > 0;
    }

    private PendingPart part() throws ProtocolException {
        int tag = head.octet("its type");
        if (tag == PartTag.HELLO) {
            return new PendingPart.Whole(new Part.Hello(
                    head.text("the agent's version"),
                    head.text("the API server's version"),
                    head.text("the cluster's UID")));
        }
        boolean ofKind = tag >= PartTag.KIND && tag <= PartTag.END;
        boolean unchecked = tag == (PartTag.DELTA | PartTag.UNCHECKED) || tag == (PartTag.END | PartTag.UNCHECKED);
        if (!ofKind && !unchecked) {
            throw head.malformed("there is no part of type " + tag);
        }
        Resource resource = head.resource();
        return switch (tag & ~PartTag.UNCHECKED) {
            case PartTag.CHUNK -> chunk(resource);
            case PartTag.DELTA -> delta(resource, unchecked);
            default -> new PendingPart.Whole(whole(tag & ~PartTag.UNCHECKED, resource, unchecked));
        };
    }

    private Part whole(int tag, Resource resource, boolean unchecked) throws ProtocolException {
        return switch (tag) {
            case PartTag.KIND -> kind(resource);
            case PartTag.STATUS ->
                new Part.Status(resource, state(), head.count("the number of objects"), head.text("the cause"));
            case PartTag.GONE -> new Part.Gone(resource);
            case PartTag.CHECK ->
                new Part.Check(
                        resource,
                        head.version("the version"),
                        head.count("the number of objects"),
                        head.fixed("the digest"));
            case PartTag.BUCKETS -> {
                long version = head.version("the version");
                var sums = new ArrayList<Long>(Part.BUCKETS);
                for (int i = 0; i < Part.BUCKETS; i++) {
                    sums.add(head.fixed("the buckets"));
                }
                yield new Part.Buckets(resource, version, sums);
            }
            case PartTag.BEGIN -> {
                long version = head.version("the version");
                yield new Part.Begin(resource, buckets(), version);
            }
            case PartTag.END ->
                new Part.End(
                        resource, head.version("the version"), head.count("the number of objects"), digest(unchecked));
            default -> throw head.malformed("there is no part of type " + tag);
        };
    }

    private OptionalLong digest(boolean unchecked) throws ProtocolException {
        return unchecked ? OptionalLong.empty() : OptionalLong.of(head.fixed("the digest"));
    }

    private Part.Kind kind(Resource resource) throws ProtocolException {
        int scope = head.octet("the scope");
        return switch (scope) {
            case PartTag.CLUSTER_SCOPED, PartTag.NAMESPACED ->
                new Part.Kind(resource, head.text("the kind's name"), scope == PartTag.NAMESPACED);
            case PartTag.AS_KNOWN -> {
                int number = WellKnownKinds.number(resource);
                if (number < 0) {
                    throw head.malformed("%s is not a well-known kind".formatted(resource));
                }
                yield WellKnownKinds.all().get(number);
            }
            default -> throw head.malformed("there is no scope " + scope);
        };
    }

    private KindState state() throws ProtocolException {
        int state = head.octet("the state");
        if (state >= PartTag.STATES.size()) {
            throw head.malformed("there is no state " + state);
        }
        return PartTag.STATES.get(state);
    }

    private BitSet buckets() throws ProtocolException {
        int form = head.octet("the form of the buckets");
        return switch (form) {
            case PartTag.SOME_BUCKETS -> BitSet.valueOf(head.octets(Part.BUCKETS / Byte.SIZE, "the buckets"));
            case PartTag.ALL_BUCKETS -> {
                BitSet all = new BitSet(Part.BUCKETS);
                all.set(0, Part.BUCKETS);
                yield all;
            }
            default -> throw head.malformed("buckets are given in form 0 or 1, not " + form);
        };
    }

    private PendingPart chunk(Resource resource) throws ProtocolException {
        int[] lengths = new int[countOfEdits("objects")];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = length(head.number("the length of an object"));
        }
        return new PendingPart.Chunk(resource, lengths);
    }

    private PendingPart delta(Resource resource, boolean unchecked) throws ProtocolException {
        long version = head.version("the version");
        OptionalLong digest = unchecked ? OptionalLong.empty() : OptionalLong.of(head.half("the digest"));
        int count = countOfEdits("edits");
        var steps = new ArrayList<PendingPart.Step>(count);
        SharedObjects held = counterpart.held(resource);
        long rank = 0;
        for (int i = 0; i < count; i++) {
            long first = head.number("an edit");
            int operation = (int) (first & ((1 << PartTag.EDIT_BITS) - 1));
            long step = BatchHeadReader.unzigzag(first >>> PartTag.EDIT_BITS);
            if (operation == PartTag.PUT_WHOLE) {
                steps.add(new PendingPart.Put(length(head.number("the length of an object")), Optional.empty()));
                continue;
            }
            rank += step;
            if (rank < 0 || rank >= held.size()) {
                throw head.outOfStep("edit %d is about object %d of %s, but this end holds %d"
                        .formatted(i + 1, rank, resource, held.size()));
            }
            KubeObject object = held.at((int) rank);
            if (operation == PartTag.REMOVE) {
                long removedAt = version - head.signed("the version of a removal");
                steps.add(new PendingPart.Done(new Edit.Remove(object.key(), removedAt)));
            } else {
                bases.add(resource, (int) rank, object);
                long longer = operation == PartTag.PUT_AS_LONG ? 0 : head.signed("the length of an object");
                long length = object.contentBytes() + longer;
                if (length < 1 || length > limits.objectBytes()) {
                    throw head.outOfStep("edit %d would lead to an object of %d bytes".formatted(i + 1, length));
                }
                steps.add(new PendingPart.Put(length(length), Optional.of(object.key())));
            }
        }
        return new PendingPart.Delta(resource, steps, version, digest);
    }

    /// Every edit takes at least one byte of the head, so the announced number can't greatly exceed the data
    /// that has arrived.
    private int countOfEdits(String what) throws ProtocolException {
        int count = head.count("the number of " + what);
        edits += Math.min(count, limits.edits() + 1);
        if (edits > limits.edits()) {
            throw head.tooLarge("there are more than %d edits and objects".formatted(limits.edits()));
        }
        if (count > head.remaining()) {
            throw head.malformed(
                    "there should be %d %s, but only %d bytes follow".formatted(count, what, head.remaining()));
        }
        return count;
    }

    private int length(long length) throws ProtocolException {
        if (length == 0) {
            throw head.malformed("an object of 0 bytes");
        }
        if (length < 0 || length > limits.objectBytes()) {
            throw head.tooLarge("an object has %s bytes, more than the limit of %d"
                    .formatted(Long.toUnsignedString(length), limits.objectBytes()));
        }
        contentBytes += length;
        if (contentBytes > limits.contentBytes()) {
            throw head.tooLarge("all objects together have more than %d bytes".formatted(limits.contentBytes()));
        }
        return (int) length;
    }
}
