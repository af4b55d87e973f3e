package io.livekube.core.protobuf;

import io.livekube.core.json.FieldPaths;
import io.livekube.core.json.StrippedObject;
import io.livekube.core.protobuf.StrippingPlan.Step;
import java.util.Objects;

/// Strips protobuf objects of one kind while keeping them in protobuf, and writes only the extracted values as
/// JSON. Reusable, not thread-safe.
///
/// A condensed object can be written as JSON later, by [Transcoder], with the same result as the complete
/// object. So each object is checked down to its leaves, by [KnownFields]. In case of doubt (fields out of
/// order, values without a form in JSON), or if a field has to be blanked, an object is not condensed, but
/// written as JSON immediately; the methods then return false.
///
/// Fields that no path leads through are copied and dropped fields are omitted. Of a dropped map entry the key
/// stays, so that the transcoder drops it again.
public final class Condenser implements StrippedObject {
    /// Size above which the JSON could be too large.
    private static final int LARGEST = 256 * 1024;

    private final StrippingPlan root;
    private final Transcoder values;
    private final KnownFields known;
    private final WireCursor in = new WireCursor();
    private byte[] bytes = new byte[0];
    private byte[] out = new byte[8 * 1024];
    private int length;
    /// Start of the fields that have been checked but not copied yet.
    private int copyFrom;

    private int depth;

    /// @param values transcoder of the same kind, which must not be used for anything else while an object is read
    public Condenser(Transcoder values) {
        this.root = values.plan();
        this.values = values;
        this.known = new KnownFields(values);
    }

    /// Reads one object; false if it can't stay protobuf.
    ///
    /// @param from start of the object's message, after its [ProtobufEnvelope]
    /// @throws UnreadableProtobufException if it is damaged
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
            if (!message(root, to)) {
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

    /// The JSON that contains the extracted values.
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

    /// Condenses the message between the cursor and `to`.
    private boolean message(StrippingPlan plan, int to) throws UnreadableProtobufException {
        if (++depth > KnownFields.MAX_DEPTH) {
            return false;
        }
        int last = 0;
        while (in.position() < to) {
            int at = in.position();
            int tag = in.tag();
            if (!KnownFields.mayFollow(last, tag, plan)) {
                return false;
            }
            last = WireCursor.number(tag);
            if (!field(plan.step(last), at, to)) {
                return false;
            }
        }
        depth--;
        return in.position() == to;
    }

    /// Condenses a field, or one value of it, whose tag begins at `at` and has been read.
    private boolean field(Step step, int at, int to) throws UnreadableProtobufException {
        FieldPaths paths = step.paths;
        if (paths == null) {
            return value(step, to);
        }
        if (paths.dropped()) {
            copyTo(at);
            in.skip(WireCursor.wireType(step.tag));
            copyFrom = in.position();
            return true;
        }
        if (paths.blanked() || step.leadsTooFar) {
            return false;
        }
        if (step.shape == FieldSchema.Shape.MAP) {
            return entries(step, at, to);
        }
        if (paths.extractedAs() != FieldPaths.NOT_EXTRACTED) {
            return paths.isLeaf() && extracted(step, at, to);
        }
        if (step.type != FieldSchema.Type.MESSAGE) {
            return value(step, to);
        }
        // Of many values the last one counts, even if it is empty: Transcoder knows.
        return !(step.extracts && step.repeated) && nested(step, to);
    }

    /// Skips a value that no path leads through.
    private boolean value(Step step, int to) throws UnreadableProtobufException {
        if (WireCursor.wireType(step.tag) == WireCursor.VARINT) {
            in.varint();
            return true;
        }
        int end = in.delimitedTo();
        int from = in.position();
        in.seek(end);
        return end <= to && known.value(step, from, end, depth);
    }

    private boolean nested(Step step, int to) throws UnreadableProtobufException {
        int lengthAt = in.position();
        int end = in.delimitedTo();
        int lengthTo = length + in.position() - copyFrom;
        int lengthFrom = lengthTo - (in.position() - lengthAt);
        copyTo(in.position());
        if (end > to || !message(step.plan(), end)) {
            return false;
        }
        copyTo(end);
        putLength(lengthFrom, lengthTo);
        return true;
    }

    /// Condenses all consecutive values of a field.
    private boolean extracted(Step step, int at, int to) throws UnreadableProtobufException {
        do {
            if (!value(step, to)) {
                return false;
            }
        } while (step.repeated && takesTag(step, to));
        values.field(step, at, in.position());
        return true;
    }

    private boolean entries(Step step, int at, int to) throws UnreadableProtobufException {
        do {
            if (!entry(step, to)) {
                return false;
            }
        } while (takesTag(step, to));
        if (step.extracts) {
            values.field(step, at, in.position());
        }
        return true;
    }

    private boolean entry(Step step, int to) throws UnreadableProtobufException {
        int lengthAt = in.position();
        int end = in.delimitedTo();
        int from = in.position();
        if (end > to || !known.value(step, from, end, depth)) {
            return false;
        }
        in.tag();
        int keyTo = in.delimitedTo();
        FieldPaths paths = Objects.requireNonNull(step.paths).child(bytes, in.position(), keyTo);
        in.seek(end);
        if (paths != null && paths.blanked()) {
            return false;
        }
        if (paths != null && paths.dropped()) {
            int lengthTo = length + from - copyFrom;
            copyTo(keyTo);
            copyFrom = end;
            putLength(lengthTo - (from - lengthAt), lengthTo);
        }
        return true;
    }

    /// Skips the next tag if it belongs to the same field.
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

    /// Overwrites the length at `to` with that of the content after it, which has not become longer.
    private void putLength(int from, int to) {
        int rest = length - to;
        int at = from;
        for (; rest > 0x7f; rest >>>= 7) {
            out[at++] = (byte) (rest | 0x80);
        }
        out[at++] = (byte) rest;
        if (at < to) {
            System.arraycopy(out, to, out, at, length - to);
            length -= to - at;
        }
    }
}
