package io.livekube.core.protobuf;

import io.livekube.core.json.FieldPaths;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Plan for a message type at one place in an object: the fields to drop, to blank and to extract.
final class StrippingPlan {
    private static final short UNKNOWN = -1;

    private final MessageType type;
    private final Step[] steps;
    /// Step of each field number.
    private final short[] byNumber;

    /// One field, in the order of JSON.
    static final class Step {
        final FieldSchema field;
        final FieldSchema.Shape shape;
        final FieldSchema.Type type;
        /// Tag of each of its values in protobuf.
        final int tag;
        /// Bytes before its value in JSON, after another field.
        final byte[] label;
        /// Whether a missing value is omitted.
        final boolean omitted;
        /// The paths that lead through it, if any.
        final @Nullable FieldPaths paths;

        /// Whether paths lead into embedded JSON, or into the value of a map entry. They can be followed only
        /// in JSON.
        final boolean leadsTooFar;

        /// Whether only its field names are kept.
        final boolean namesOnly;
        /// Whether nothing of its value is kept.
        final boolean blank;

        private @Nullable StrippingPlan plan;

        private Step(FieldSchema field, @Nullable FieldPaths paths, boolean blanked) {
            boolean hasNames = field.shape() == FieldSchema.Shape.MAP
                    || (field.type() == FieldSchema.Type.MESSAGE && field.shape() != FieldSchema.Shape.LIST);
            this.field = field;
            this.shape = field.shape();
            this.type = field.type();
            this.tag = (field.number() << 3) | field.wireType();
            this.label = (",\"" + field.name() + "\":").getBytes(StandardCharsets.US_ASCII);
            this.omitted = field.omitted() || (paths != null && paths.dropped());
            this.paths = paths;
            this.leadsTooFar = leadsTooFar(field, paths);
            this.namesOnly = blanked && hasNames && paths != null;
            this.blank = blanked && !namesOnly;
        }

        private static boolean leadsTooFar(FieldSchema field, @Nullable FieldPaths paths) {
            if (paths == null || paths.dropped()) {
                return false;
            }
            boolean isJson = field.type() == FieldSchema.Type.JSON;
            boolean hasMessages = field.type() == FieldSchema.Type.MESSAGE && field.shape() == FieldSchema.Shape.MAP;
            return (isJson && (paths.blanked() || !paths.isLeaf())) || (hasMessages && !paths.isLeaf());
        }

        boolean dropped() {
            return paths != null && paths.dropped();
        }

        int extractedAs() {
            return paths == null ? FieldPaths.NOT_EXTRACTED : paths.extractedAs();
        }

        /// Plan of its messages; created lazily, since most never occur.
        StrippingPlan plan() {
            StrippingPlan made = plan;
            if (made == null) {
                made = new StrippingPlan(Schema.message(field.message().orElseThrow()), paths, namesOnly);
                plan = made;
            }
            return made;
        }
    }

    /// @param namesOnly whether fields that no path leads to keep only their names
    StrippingPlan(MessageType type, @Nullable FieldPaths paths, boolean namesOnly) {
        this.type = type;
        List<FieldSchema> fields = type.fields();
        steps = new Step[fields.size()];
        byNumber = new short[type.highestNumber() + 1];
        Arrays.fill(byNumber, UNKNOWN);
        for (int i = 0; i < steps.length; i++) {
            FieldSchema field = fields.get(i);
            steps[i] = step(field, paths, namesOnly);
            byNumber[field.number()] = (short) i;
        }
    }

    private static Step step(FieldSchema field, @Nullable FieldPaths paths, boolean namesOnly) {
        if (field.shape() == FieldSchema.Shape.INLINE) {
            return new Step(field, paths, namesOnly);
        }
        byte[] name = field.name().getBytes(StandardCharsets.US_ASCII);
        FieldPaths child = paths == null ? null : paths.child(name, 0, name.length);
        return new Step(field, child, child == null ? namesOnly : child.blanked());
    }

    Step[] steps() {
        return steps;
    }

    /// Which of the steps a field number belongs to.
    int stepOf(int number) throws UnreadableProtobufException {
        if (number >= byNumber.length || byNumber[number] == UNKNOWN) {
            throw new UnreadableProtobufException("field " + number + " of " + type.name());
        }
        return byNumber[number];
    }
}
