package io.livekube.core.protobuf;

import io.livekube.core.json.FieldPaths;
import io.livekube.core.json.StrippedObject;
import io.livekube.core.protobuf.Plan.Step;
import org.jspecify.annotations.Nullable;

/// Takes from protobuf objects of one kind what is kept of them, as protobuf, and writes only the extracted
/// values as JSON. Reusable, for one thread.
///
/// What it has condensed can be written as JSON later, by [Transcoder], and gives the same text as the whole
/// object would have given. So each object is walked to its leaves: nothing may stand in it that the schema
/// does not know or that JSON can't show. Where that is in doubt (fields out of order, values that JSON has no room
/// for), or
/// where something is to be blanked, an object is not condensed: it has to be written as JSON at once.
///
/// What no path leads through is copied as it is. A message that something is dropped from keeps the width of
/// its length, filled up with empty bytes, which readers of protobuf pass over; of a dropped entry of a map the
/// key stays, by which it is dropped again.
public final class Condenser implements StrippedObject {
    /// Of what is larger, JSON may be too large.
    private static final int LARGEST = 256 * 1024;

    private final Plan root;
    private final Transcoder values;
    private final KnownFields known;
    private final Cursor in = new Cursor();
    private byte[] bytes = new byte[0];
    private byte[] out = new byte[8 * 1024];
    private int length;
    /// What has been walked but not been copied yet begins here.
    private int copyFrom;

    private int depth;

    /// @param values what writes the same kind as JSON; to be used by nobody else while an object is read
    public Condenser(Transcoder values) {
        this.root = values.plan();
        this.values = values;
        this.known = new KnownFields(values);
    }

    /// Reads one object; false if it can't be kept as it is.
    ///
    /// @param from where the object's message begins, behind its [Envelope]
    /// @throws UnreadableProtobufException if it can't be written as JSON either
    public boolean condense(byte[] protobuf, int from, int to) throws UnreadableProtobufException {
        if (to - from > LARGEST) {
            return false;
        }
        if (out.length < to - from) {
            out = new byte[(to - from) * 5 / 4];
        }
        bytes = protobuf;
        in.reset(protobuf, from, to);
        values.begin(protobuf, from, to);
        known.begin(protobuf);
        length = 0;
        copyFrom = from;
        depth = 0;
        try {
            if (!condensed(root, to)) {
                return false;
            }
            copyTo(to);
            return true;
        } finally {
            bytes = new byte[0];
            in.reset(bytes, 0, 0);
            values.end();
            known.begin(bytes);
        }
    }

    @Override
    public byte[] stripped() {
        return out;
    }

    @Override
    public int strippedLength() {
        return length;
    }

    /// The JSON that the extracted values stand in.
    public byte[] extracted() {
        return values.stripped();
    }

    @Override
    public int from(int extracted) {
        return values.from(extracted);
    }

    @Override
    public int to(int extracted) {
        return values.to(extracted);
    }

    // ---- Messages that paths lead through

    private boolean condensed(Plan plan, int to) throws UnreadableProtobufException {
        if (++depth > KnownFields.MAX_DEPTH) {
            return false;
        }
        int last = 0;
        while (in.position() < to) {
            int at = in.position();
            Step step = expected(plan, last);
            if (step == null || !condensed(step, at, to)) {
                return false;
            }
            last = step.number;
        }
        depth--;
        return in.position() == to;
    }

    /// Takes one field, or one value of it, that begins at `at` and whose tag has been read.
    private boolean condensed(Step step, int at, int to) throws UnreadableProtobufException {
        if (step.dropped()) {
            copyTo(at);
            in.skip(Cursor.wireType(step.tag));
            copyFrom = in.position();
            return true;
        }
        FieldPaths paths = step.paths;
        if (paths == null) {
            return takesKnown(step, to);
        }
        if (paths.blanked()) {
            return false;
        }
        if (step.shape == Field.Shape.MAP) {
            return condensedMap(step, at, to);
        }
        if (paths.extractedAs() != FieldPaths.NOT_EXTRACTED) {
            return paths.isLeaf() && extracted(step, at, to);
        }
        return step.type == Field.Type.MESSAGE ? condensedMessage(step, to) : takesKnown(step, to);
    }

    private boolean condensedMessage(Step step, int to) throws UnreadableProtobufException {
        int lengthAt = in.position();
        int end = in.delimitedTo();
        int from = in.position();
        copyTo(from);
        int start = length;
        if (end > to || !condensed(step.plan(), end)) {
            return false;
        }
        copyTo(end);
        putLength(start - (from - lengthAt), start, length - start);
        return true;
    }

    /// Writes a length over a longer one, as wide as that was.
    private void putLength(int from, int to, int value) {
        int rest = value;
        for (int i = from; i < to - 1; i++) {
            out[i] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        out[to - 1] = (byte) rest;
    }

    /// All values of a field, which stand behind one another.
    private boolean extracted(Step step, int at, int to) throws UnreadableProtobufException {
        boolean more = true;
        while (more) {
            if (!takesKnown(step, to)) {
                return false;
            }
            more = step.repeated && takesTag(step, to);
        }
        values.field(step, at, in.position());
        return true;
    }

    private boolean condensedMap(Step step, int at, int to) throws UnreadableProtobufException {
        boolean more = true;
        while (more) {
            if (!condensedEntry(step, to)) {
                return false;
            }
            more = takesTag(step, to);
        }
        if (step.extracts) {
            values.field(step, at, in.position());
        }
        return true;
    }

    private boolean condensedEntry(Step step, int to) throws UnreadableProtobufException {
        int lengthAt = in.position();
        int end = in.delimitedTo();
        int from = in.position();
        if (end > to || !known.value(step, from, end, depth)) {
            return false;
        }
        in.tag();
        int keyTo = in.delimitedTo();
        FieldPaths paths = step.paths == null ? null : step.paths.child(bytes, in.position(), keyTo);
        if (paths != null && paths.blanked()) {
            return false;
        }
        if (paths != null && paths.dropped()) {
            copyTo(from);
            putLength(length - (from - lengthAt), length, keyTo - from);
            copyTo(keyTo);
            copyFrom = end;
        }
        in.seek(end);
        return true;
    }

    /// Passes over the next tag if it is of the same field.
    private boolean takesTag(Step step, int to) throws UnreadableProtobufException {
        int at = in.position();
        if (at < to && in.tag() == step.tag) {
            return true;
        }
        in.seek(at);
        return false;
    }

    private void copyTo(int to) {
        System.arraycopy(bytes, copyFrom, out, length, to - copyFrom);
        length += to - copyFrom;
        copyFrom = to;
    }

    /// Reads a tag; null if it is not one that may follow the field `last`.
    private @Nullable Step expected(Plan plan, int last) throws UnreadableProtobufException {
        int tag = in.tag();
        return KnownFields.mayFollow(last, tag, plan) ? plan.step(Cursor.number(tag)) : null;
    }

    /// Passes over a value whose tag has been read.
    private boolean takesKnown(Step step, int to) throws UnreadableProtobufException {
        if (Cursor.wireType(step.tag) == Cursor.VARINT) {
            in.varint();
            return true;
        }
        int end = in.delimitedTo();
        int from = in.position();
        in.seek(end);
        return end <= to && known.value(step, from, end, depth);
    }
}
