package io.livekube.core.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One pass over an object's bytes: copies the kept fields and records the places of extracted values.
///
/// Fields that no path leads through are copied byte for byte, dropped fields are omitted, and blanked fields
/// keep only their names. Reusable, not thread-safe.
public final class ObjectScan implements StrippedObject {
    private final FieldPaths paths;
    private final int[] spans;
    private final JsonScanner scanner = new JsonScanner(new byte[0], 0, 0);
    private byte[] in = new byte[0];
    private byte[] out = new byte[4 * 1024];
    private int end;
    private int length;

    public ObjectScan(FieldPaths paths, int extracted) {
        this.paths = paths;
        this.spans = new int[extracted * 2];
    }

    public void scan(byte[] json, int from, int to) throws MalformedJsonException {
        in = json;
        end = to;
        length = 0;
        Arrays.fill(spans, ABSENT);
        if (out.length < to - from) {
            out = new byte[(to - from) * 5 / 4];
        }
        scanner.reset(json, from, to);
        if (scanner.peek() != '{') {
            throw scanner.unexpected("an object");
        }
        copyObject(paths);
        if (!scanner.atEnd()) {
            throw scanner.unexpected("the end of the object");
        }
        in = new byte[0];
    }

    @Override
    public byte[] stripped() {
        return out;
    }

    @Override
    public int strippedLength() {
        return length;
    }

    @Override
    public int from(int extracted) {
        return spans[extracted * 2];
    }

    @Override
    public int to(int extracted) {
        return spans[extracted * 2 + 1];
    }

    private void copyValue(FieldPaths node) throws MalformedJsonException {
        int from = scanner.position();
        byte next = scanner.peek();
        if ((node.blanked() || !node.isLeaf()) && next == '{') {
            copyObject(node);
        } else if (node.blanked() && next != 'n') {
            blankValue();
        } else if (!node.isLeaf() && next == '[') {
            copyArray(node);
        } else {
            copyAsIs();
        }
        if (node.extractedAs() != FieldPaths.NOT_EXTRACTED) {
            spans[node.extractedAs() * 2] = from;
            spans[node.extractedAs() * 2 + 1] = scanner.position();
        }
    }

    private void copyObject(FieldPaths node) throws MalformedJsonException {
        scanner.take('{');
        put('{');
        if (!scanner.takeIf('}')) {
            boolean first = true;
            do {
                first = copyField(node, first) && first;
            } while (scanner.takeIf(','));
            scanner.take('}');
        }
        put('}');
    }

    /// Copies one field unless it is dropped. Returns whether it was copied.
    private boolean copyField(FieldPaths node, boolean first) throws MalformedJsonException {
        if (scanner.peek() != '"') {
            throw scanner.unexpected("a field name");
        }
        int nameFrom = scanner.position();
        scanner.skipString();
        int nameTo = scanner.position();
        scanner.take(':');
        scanner.peek();
        @Nullable FieldPaths child = node.child(in, nameFrom + 1, nameTo - 1);
        if (child != null && child.dropped()) {
            scanner.skipValue();
            return true;
        }
        if (!first) {
            put(',');
        }
        put(nameFrom, nameTo);
        put(':');
        if (child == null && node.blanked()) {
            blankValue();
        } else if (child == null) {
            copyAsIs();
        } else {
            copyValue(child);
        }
        return false;
    }

    private void copyArray(FieldPaths node) throws MalformedJsonException {
        scanner.take('[');
        put('[');
        if (!scanner.takeIf(']')) {
            boolean first = true;
            do {
                if (!first) {
                    put(',');
                }
                first = false;
                if (scanner.peek() == '{') {
                    copyObject(node);
                } else {
                    copyAsIs();
                }
            } while (scanner.takeIf(','));
            scanner.take(']');
        }
        put(']');
    }

    private void copyAsIs() throws MalformedJsonException {
        int from = scanner.position();
        scanner.skipValue();
        put(from, scanner.position());
    }

    /// Writes an empty string instead of the next value.
    private void blankValue() throws MalformedJsonException {
        scanner.skipValue();
        // The one case in which the output can outgrow the input: a digit becomes two quotes.
        int needed = length + 2 + end - scanner.position();
        if (needed > out.length) {
            out = Arrays.copyOf(out, needed * 5 / 4);
        }
        put('"');
        put('"');
    }

    /// Elsewhere the output never outgrows the input: fields are copied or dropped, never added.
    private void put(char c) {
        out[length++] = (byte) c;
    }

    private void put(int from, int to) {
        System.arraycopy(in, from, out, length, to - from);
        length += to - from;
    }
}
