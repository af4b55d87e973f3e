package io.livekube.core.model;

import io.livekube.core.json.JsonScanner;
import io.livekube.core.json.MalformedJsonException;
import io.livekube.core.json.StrippedObject;
import io.livekube.core.json.SwarBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/// Packs the extracted parts of a scanned object as [PackedHead] reads them. Reusable, not thread-safe.
final class HeadPacker {
    private final PackedWriter out;
    private final JsonScanner scanner = new JsonScanner(new byte[0], 0, 0);
    /// Start and end of the strings found last, and the count of these positions.
    private int[] spans = new int[64];

    private int found;

    HeadPacker(Symbols symbols) {
        this.out = new PackedWriter(symbols);
    }

    /// Buffer whose first [#length] bytes are the head from the last call of [#pack]; valid until the next.
    byte[] bytes() {
        return out.bytes();
    }

    int length() {
        return out.length();
    }

    /// @param fields how many fields of the kind are extracted behind those of [ObjectHeadReader#PATHS]
    void pack(ObjectHead head, StrippedObject scan, byte[] json, int fields)
            throws MalformedJsonException, MalformedObjectException {
        out.restart();
        out.putRaw(new byte[PackedHead.LENGTH_BYTES], 0, PackedHead.LENGTH_BYTES);
        putUid(head.uid());
        byte[] name = head.name().getBytes(StandardCharsets.UTF_8);
        check(head, "name", name.length, PackedHead.LONGEST_NAME);
        boolean ascii = SwarBytes.isAscii(name, 0, name.length);
        out.putShort(name.length << 1 | (ascii ? 0 : PackedHead.NOT_ASCII));
        out.putOrigin(name);
        for (int i = 0; i < fields; i++) {
            int field = ObjectHeadReader.PATHS.size() + i;
            if (scan.has(field) && json[scan.from(field)] == '"') {
                putField(json, scan.from(field), scan.to(field));
            } else {
                out.putText("");
            }
        }
        if (isGiven(scan, json, ObjectHeadReader.LABELS)) {
            putLabels(json, scan.from(ObjectHeadReader.LABELS), scan.to(ObjectHeadReader.LABELS));
        } else {
            out.putNumber(0);
        }
        if (isGiven(scan, json, ObjectHeadReader.OWNERS)) {
            scanner.reset(json, scan.from(ObjectHeadReader.OWNERS), scan.to(ObjectHeadReader.OWNERS));
            putOwners();
        } else {
            out.putNumber(0);
        }
        check(head, "labels and owners", out.length(), PackedHead.LONGEST);
        PackedHead.putLength(out.bytes(), out.length());
    }

    private static void check(ObjectHead head, String what, int length, int longest) throws MalformedObjectException {
        if (length > longest) {
            throw new MalformedObjectException("%.100s has %d bytes of %s; at most %d can be held"
                    .formatted(new ObjectKey(head.namespace(), head.name()), length, what, longest));
        }
    }

    private static boolean isGiven(StrippedObject scan, byte[] json, int extracted) {
        return scan.has(extracted) && json[scan.from(extracted)] != 'n';
    }

    /// Sorted by key, each key once: they almost always arrive like this, and are copied as they are.
    private void putLabels(byte[] json, int from, int to) throws MalformedJsonException {
        scanner.reset(json, from, to);
        if (!findSorted(json)) {
            scanner.reset(json, from, to);
            out.putLabels(readLabels());
            return;
        }
        out.putNumber(found / 4);
        for (int i = 0; i < found; i += 2) {
            out.putText(json, spans[i], spans[i + 1]);
        }
    }

    /// Records the places of keys and values; false if they are not sorted, or have escapes.
    private boolean findSorted(byte[] json) throws MalformedJsonException {
        found = 0;
        scanner.take('{');
        if (scanner.takeIf('}')) {
            return true;
        }
        boolean sorted = true;
        do {
            sorted &= findString(json);
            scanner.take(':');
            sorted &= findString(json);
            sorted &= found == 4
                    || Arrays.compareUnsigned(
                                    json, spans[found - 8], spans[found - 7], json, spans[found - 4], spans[found - 3])
                            < 0;
        } while (scanner.takeIf(','));
        scanner.take('}');
        return sorted;
    }

    /// Records the place of a string's content; false if it has escapes.
    private boolean findString(byte[] json) throws MalformedJsonException {
        if (scanner.peek() != '"') {
            throw scanner.unexpected("a string");
        }
        if (found + 2 > spans.length) {
            spans = Arrays.copyOf(spans, spans.length * 2);
        }
        int from = scanner.position() + 1;
        scanner.skipString();
        int to = scanner.position() - 1;
        spans[found++] = from;
        spans[found++] = to;
        return isPlain(json, from, to);
    }

    private static boolean isPlain(byte[] json, int from, int to) {
        for (int i = from; i < to; i++) {
            if (json[i] == '\\') {
                return false;
            }
        }
        return true;
    }

    private SortedMap<String, String> readLabels() throws MalformedJsonException {
        var labels = new TreeMap<String, String>();
        scanner.take('{');
        do {
            String key = scanner.readString();
            scanner.take(':');
            labels.put(key, scanner.readString());
        } while (scanner.takeIf(','));
        scanner.take('}');
        return labels;
    }

    private void putOwners() throws MalformedJsonException {
        var owners = new ArrayList<OwnerReference>(1);
        scanner.take('[');
        if (!scanner.takeIf(']')) {
            do {
                owners.add(readOwner());
            } while (scanner.takeIf(','));
            scanner.take(']');
        }
        out.putNumber(owners.size());
        for (OwnerReference owner : owners) {
            putUid(owner.uid());
            out.putNumber(owner.controller() ? 1 : 0);
            out.putText(owner.apiVersion());
            out.putText(owner.kind());
            out.putText(owner.name());
        }
    }

    private OwnerReference readOwner() throws MalformedJsonException {
        String apiVersion = "";
        String kind = "";
        String name = "";
        String uid = "";
        boolean controller = false;
        scanner.take('{');
        if (!scanner.takeIf('}')) {
            do {
                String field = scanner.readString();
                scanner.take(':');
                switch (field) {
                    case "apiVersion" -> apiVersion = readText();
                    case "kind" -> kind = readText();
                    case "name" -> name = readText();
                    case "uid" -> uid = readText();
                    case "controller" -> {
                        controller = scanner.peek() == 't';
                        scanner.skipValue();
                    }
                    default -> scanner.skipValue();
                }
            } while (scanner.takeIf(','));
            scanner.take('}');
        }
        return new OwnerReference(apiVersion, kind, name, Uid.of(uid), controller);
    }

    /// A string; empty for any other value.
    private String readText() throws MalformedJsonException {
        if (scanner.peek() == '"') {
            return scanner.readString();
        }
        scanner.skipValue();
        return "";
    }

    private void putField(byte[] json, int from, int to) throws MalformedJsonException {
        if (isPlain(json, from, to)) {
            out.putText(json, from + 1, to - 1);
        } else {
            scanner.reset(json, from, to);
            out.putText(scanner.readString());
        }
    }

    private void putUid(Uid uid) {
        out.putLong(uid.high());
        out.putLong(uid.low());
    }
}
