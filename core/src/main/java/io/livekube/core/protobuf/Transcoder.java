package io.livekube.core.protobuf;

import io.livekube.core.json.FieldPaths;
import io.livekube.core.json.JsonWriter;
import io.livekube.core.json.StrippedObject;
import io.livekube.core.protobuf.FieldSchema.Shape;
import io.livekube.core.protobuf.StrippingPlan.Step;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Writes protobuf objects of one kind as the JSON that the API server would have sent, byte for byte, except
/// for dropped and blanked fields. Reusable, not thread-safe.
///
/// Protobuf has the fields of a message in the order of their numbers, JSON in the order of the Go type. So
/// each message is traversed twice: first to find the position of each field, which only adds up lengths, then
/// to write them.
public final class Transcoder implements StrippedObject {
    private static final byte[] NOTHING = {};

    /// Deeper than any real Kubernetes object; protects against malicious input.
    private static final int MAX_DEPTH = 128;

    /// API servers accept no objects of more than 3 MB; an empty message of two bytes may become many bytes
    /// of JSON.
    private static final int MAX_JSON = 64 << 20;

    private final StrippingPlan root;
    private final int[] spans;
    private final WireCursor in = new WireCursor();
    private final JsonWriter out = new JsonWriter();
    private final ScalarWriter scalars = new ScalarWriter(in, out);
    private byte[] bytes = NOTHING;
    /// For each message that is being written, and each of its steps: start of the first value and end of the last.
    private int[] places = new int[256];

    private int placed;
    private int depth;

    /// Writer of a field's values between the cursor and `to`; false if they are to be omitted because they
    /// are empty.
    private interface Values {
        boolean write(Step step, int to) throws UnreadableProtobufException;
    }

    /// A table and not a switch: C2 would follow a switch, which leads back to itself, and inline the
    /// writing of a complete object into each of these methods. That takes it 0.1 s in a first sync.
    private final Map<Shape, Values> byShape = new EnumMap<>(Map.of(
            Shape.ONE, this::one,
            Shape.OPTIONAL, this::one,
            Shape.INLINE, this::inline,
            Shape.LIST, this::list,
            Shape.MAP, this::map));

    private Transcoder(StrippingPlan root, int extracted) {
        this.root = root;
        this.spans = new int[extracted * 2];
    }

    /// Transcoder of a kind; empty if the schema does not know it.
    public static Optional<Transcoder> of(String apiVersion, String kind, FieldPaths paths, int extracted) {
        return Schema.of(apiVersion, kind)
                .map(type -> new Transcoder(new StrippingPlan(type, paths, false), extracted));
    }

    /// Reads the schema of a resource's likely kind, so that [#of] finds it.
    public static void prepare(String apiVersion, String plural) {
        Schema.prepare(apiVersion, plural);
    }

    /// Whether the schema knows kinds of a group and version. Servers of others may offer protobuf for kinds
    /// that they can't write in it, and then refuse (kubernetes#86253).
    public static boolean knows(String apiVersion) {
        return Schema.knows(apiVersion);
    }

    /// Reads one object.
    ///
    /// @param from start of the object's message, after its [ProtobufEnvelope]
    public void transcode(byte[] protobuf, int from, int to) throws UnreadableProtobufException {
        bytes = protobuf;
        in.reset(protobuf, from, to);
        out.restart();
        placed = 0;
        depth = 0;
        Arrays.fill(spans, ABSENT);
        try {
            message(root, to);
        } finally {
            bytes = NOTHING; // releases them
            in.reset(bytes, 0, 0);
        }
    }

    @Override
    public byte[] stripped() {
        return out.bytes();
    }

    @Override
    public int strippedLength() {
        return out.length();
    }

    @Override
    public int from(int extracted) {
        return spans[extracted * 2];
    }

    @Override
    public int to(int extracted) {
        return spans[extracted * 2 + 1];
    }

    /// The JSON of one complete object of any kind, in its [ProtobufEnvelope].
    public static byte[] json(byte[] protobuf, int from, int to) throws UnreadableProtobufException {
        ProtobufEnvelope envelope = ProtobufEnvelope.read(protobuf, from, to);
        var all = FieldPaths.of(List.of(), List.of(), List.of());
        Transcoder into = of(envelope.apiVersion(), envelope.kind(), all, 0)
                .orElseThrow(() -> new UnreadableProtobufException(
                        "there is no schema of " + envelope.apiVersion() + " " + envelope.kind()));
        into.transcode(protobuf, envelope.from(), envelope.to());
        String type = "{\"kind\":\"%s\",\"apiVersion\":\"%s\"".formatted(envelope.kind(), envelope.apiVersion());
        var whole = new JsonWriter();
        whole.put(type.getBytes(StandardCharsets.UTF_8));
        if (into.strippedLength() > "{}".length()) {
            whole.put(',');
        }
        whole.put(into.stripped(), 1, into.strippedLength());
        return Arrays.copyOf(whole.bytes(), whole.length());
    }

    /// Writes the message between the cursor and `to`.
    private void message(StrippingPlan plan, int to) throws UnreadableProtobufException {
        out.put('{');
        fields(plan, to);
        out.put('}');
    }

    private void fields(StrippingPlan plan, int to) throws UnreadableProtobufException {
        if (++depth > MAX_DEPTH) {
            throw in.malformed("at most " + MAX_DEPTH + " messages in one another");
        }
        if (out.length() > MAX_JSON) {
            throw in.malformed("at most " + MAX_JSON + " bytes of JSON");
        }
        Step[] steps = plan.steps();
        int base = placed;
        placed += steps.length * 2;
        if (placed > places.length) {
            places = Arrays.copyOf(places, placed * 2);
        }
        locate(plan, base, to);
        for (int i = 0; i < steps.length; i++) {
            int from = places[base + i * 2];
            if (from != ABSENT || !steps[i].omitted) {
                field(steps[i], from, places[base + i * 2 + 1]);
            }
        }
        in.seek(to);
        placed = base;
        depth--;
    }

    private void locate(StrippingPlan plan, int base, int to) throws UnreadableProtobufException {
        Arrays.fill(places, base, placed, ABSENT);
        while (in.position() < to) {
            int at = in.position();
            int tag = in.tag();
            int place = base + plan.stepOf(WireCursor.number(tag)) * 2;
            in.skip(WireCursor.wireType(tag));
            if (places[place] == ABSENT) {
                places[place] = at;
            }
            places[place + 1] = in.position();
        }
        if (in.position() > to) {
            throw in.malformed("the end of a message");
        }
    }

    /// Appends one field.
    ///
    /// @param from position of the tag of its first value; or [#ABSENT]
    private void field(Step step, int from, int to) throws UnreadableProtobufException {
        if (step.dropped()) {
            return;
        }
        int start = out.length();
        if (step.shape != Shape.INLINE) {
            boolean first = out.length() == 0 || out.last() == '{';
            out.put(step.label, first ? 1 : 0, step.label.length);
        }
        int valueFrom = out.length();
        if (from == ABSENT) {
            absent(step);
        } else if (!present(step, from, to)) {
            out.cutTo(start);
            return;
        } else if (step.blank) {
            out.cutTo(valueFrom);
            blank();
        }
        if (step.extractedAs() != FieldPaths.NOT_EXTRACTED) {
            spans[step.extractedAs() * 2] = valueFrom;
            spans[step.extractedAs() * 2 + 1] = out.length();
        }
    }

    private void absent(Step step) throws UnreadableProtobufException {
        switch (step.shape) {
            case OPTIONAL, LIST, MAP -> out.nothing();
            case INLINE -> fields(step.plan(), in.position());
            case ONE -> {
                if (step.type == FieldSchema.Type.MESSAGE) {
                    message(step.plan(), in.position());
                } else {
                    scalars.empty(step.type);
                }
            }
        }
    }

    /// Writes a field's value or values; false if they are empty and have to be omitted.
    private boolean present(Step step, int from, int to) throws UnreadableProtobufException {
        if (step.leadsTooFar) {
            throw new UnreadableProtobufException("fields within " + step.field.name() + " are asked for");
        }
        in.seek(from);
        return Objects.requireNonNull(byShape.get(step.shape)).write(step, to);
    }

    /// Moves to the next value of a field before `to`; false if there is none.
    private boolean enter(Step step, int to) throws UnreadableProtobufException {
        while (in.position() < to) {
            int tag = in.tag();
            if (tag == step.tag) {
                return true;
            }
            if (WireCursor.number(tag) == step.field.number()) {
                throw in.malformed("the wire type of " + step.field.name());
            }
            in.skip(WireCursor.wireType(tag));
        }
        return false;
    }

    private void only(Step step, int to) throws UnreadableProtobufException {
        if (enter(step, to)) {
            throw in.malformed("one value of " + step.field.name()); // Go would merge them
        }
    }

    private boolean inline(Step step, int to) throws UnreadableProtobufException {
        enter(step, to);
        fields(step.plan(), in.delimitedTo());
        only(step, to);
        return true;
    }

    private boolean one(Step step, int to) throws UnreadableProtobufException {
        enter(step, to);
        boolean kept = value(step) || step.shape == Shape.OPTIONAL || !step.omitted;
        only(step, to);
        return kept;
    }

    private boolean list(Step step, int to) throws UnreadableProtobufException {
        out.put('[');
        boolean first = true;
        while (enter(step, to)) {
            if (!first) {
                out.put(',');
            }
            first = false;
            value(step);
        }
        out.put(']');
        return true;
    }

    /// Writes the value at the cursor; false if it is empty.
    private boolean value(Step step) throws UnreadableProtobufException {
        FieldSchema.Type type = step.type;
        if (type == FieldSchema.Type.INT || type == FieldSchema.Type.BOOL) {
            return number(type, in.varint());
        }
        int end = in.delimitedTo();
        boolean empty = in.position() == end;
        if (type == FieldSchema.Type.STRING) {
            scalars.text(bytes, in.position(), end);
        } else if (type == FieldSchema.Type.MESSAGE) {
            message(step.plan(), end);
        } else {
            scalars.write(type, bytes, end);
        }
        in.seek(end);
        return !empty;
    }

    private boolean number(FieldSchema.Type type, long value) {
        if (type == FieldSchema.Type.BOOL) {
            out.bool(value != 0);
        } else {
            out.number(value);
        }
        return value != 0;
    }

    private void blank() {
        out.put('"');
        out.put('"');
    }

    /// Entries are messages of a key and a value.
    private boolean map(Step step, int to) throws UnreadableProtobufException {
        int start = out.length();
        out.put('{');
        boolean dropped = false;
        while (enter(step, to)) {
            int end = in.delimitedTo();
            dropped |= !entry(step, end);
            in.seek(end);
        }
        out.put('}');
        return out.length() > start + 2 || !step.omitted || dropped;
    }

    /// Writes one entry; false if it is dropped.
    private boolean entry(Step step, int to) throws UnreadableProtobufException {
        int keyFrom = to;
        int keyTo = to;
        int valueFrom = to;
        int valueTo = to;
        while (in.position() < to) {
            int tag = in.tag();
            if (WireCursor.wireType(tag) != WireCursor.DELIMITED) {
                throw in.malformed("a text or a message in the map " + step.field.name());
            }
            int end = in.delimitedTo();
            if (WireCursor.number(tag) == 1) {
                keyFrom = in.position();
                keyTo = end;
            } else {
                valueFrom = in.position();
                valueTo = end;
            }
            in.seek(end);
        }
        if (in.position() > to) {
            throw in.malformed("the end of an entry");
        }
        FieldPaths paths = step.paths == null ? null : step.paths.child(bytes, keyFrom, keyTo);
        if (paths != null && paths.dropped()) {
            return false;
        }
        if (out.last() != '{') {
            out.put(',');
        }
        scalars.text(bytes, keyFrom, keyTo);
        out.put(':');
        int from = out.length();
        in.seek(valueFrom);
        if (paths == null ? step.namesOnly : paths.blanked()) {
            blank();
        } else if (step.type == FieldSchema.Type.MESSAGE) {
            message(step.plan(), valueTo);
        } else {
            scalars.write(step.type, bytes, valueTo);
        }
        if (paths != null && paths.extractedAs() != FieldPaths.NOT_EXTRACTED) {
            spans[paths.extractedAs() * 2] = from;
            spans[paths.extractedAs() * 2 + 1] = out.length();
        }
        return true;
    }
}
