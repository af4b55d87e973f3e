package io.livekube.core.protobuf;

import io.livekube.core.json.FieldPaths;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A message type, and what is dropped, blanked and extracted of it at one place in an object.
final class Plan {
    private static final short UNKNOWN = -1;

    private final MessageType type;
    private final Step[] steps;
    /// Which step a field's number stands for.
    private final short[] byNumber;

    /// One field, in the order of JSON.
    static final class Step {
        final Field field;
        final Field.Shape shape;
        final Field.Type type;
        /// What stands before each of its values in protobuf.
        final int tag;
        /// What stands before its value in JSON, behind another field.
        final byte[] label;
        /// Whether nothing is written if there is no value.
        final boolean omitted;
        /// What paths lead through it, if any does.
        final @Nullable FieldPaths paths;

        /// Whether only the names in it are kept.
        final boolean namesOnly;
        /// Whether nothing of its value is kept.
        final boolean blank;

        private @Nullable Plan plan;

        private Step(Field field, @Nullable FieldPaths paths, boolean blanked) {
            boolean hasNames = field.shape() == Field.Shape.MAP
                    || (field.type() == Field.Type.MESSAGE && field.shape() != Field.Shape.LIST);
            this.field = field;
            this.shape = field.shape();
            this.type = field.type();
            this.tag = (field.number() << 3) | field.wireType();
            this.label = (",\"" + field.name() + "\":").getBytes(StandardCharsets.US_ASCII);
            this.omitted = field.omitted() || (paths != null && paths.dropped());
            this.paths = paths;
            this.namesOnly = blanked && hasNames && paths != null;
            this.blank = blanked && !namesOnly;
        }

        boolean dropped() {
            return paths != null && paths.dropped();
        }

        int extractedAs() {
            return paths == null ? FieldPaths.NOT_EXTRACTED : paths.extractedAs();
        }

        /// How its messages are written; made when one first comes, as most never do.
        Plan plan() {
            Plan made = plan;
            if (made == null) {
                made = new Plan(Schema.message(field.message().orElseThrow()), paths, namesOnly);
                plan = made;
            }
            return made;
        }
    }

    /// @param namesOnly whether only the names are kept of fields that no path leads to
    Plan(MessageType type, @Nullable FieldPaths paths, boolean namesOnly) {
        this.type = type;
        List<Field> fields = type.fields();
        steps = new Step[fields.size()];
        byNumber = new short[type.highestNumber() + 1];
        Arrays.fill(byNumber, UNKNOWN);
        for (int i = 0; i < steps.length; i++) {
            Field field = fields.get(i);
            steps[i] = step(field, paths, namesOnly);
            byNumber[field.number()] = (short) i;
        }
    }

    private static Step step(Field field, @Nullable FieldPaths paths, boolean namesOnly) {
        if (field.shape() == Field.Shape.INLINE) {
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
