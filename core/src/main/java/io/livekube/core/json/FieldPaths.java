package io.livekube.core.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tree of field names that determines which fields of an object to drop, to blank and to extract.
///
/// A path lists field names from the object's root, separated by dots; a name that contains dots or slashes is
/// in brackets: `metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]`. Arrays are
/// transparent, so `spec.versions.schema` means the schema of every version.
public final class FieldPaths {
    public static final int NOT_EXTRACTED = -1;

    private final byte[] name;
    private final List<FieldPaths> children = new ArrayList<>();
    private boolean dropped;
    private boolean blanked;
    private int extractedAs = NOT_EXTRACTED;

    private FieldPaths(String name) {
        this.name = name.getBytes(StandardCharsets.UTF_8);
    }

    public static FieldPaths of(List<String> drop, List<String> blank, List<String> extract) {
        FieldPaths root = new FieldPaths("");
        drop.forEach(path -> root.at(path).dropped = true);
        blank.forEach(path -> root.at(path).blanked = true);
        for (int i = 0; i < extract.size(); i++) {
            root.at(extract.get(i)).extractedAs = i;
        }
        return root;
    }

    public boolean dropped() {
        return dropped;
    }

    /// Whether only the names of its fields are kept.
    public boolean blanked() {
        return blanked;
    }

    public int extractedAs() {
        return extractedAs;
    }

    public boolean isLeaf() {
        return children.isEmpty();
    }

    /// The field whose raw name is between `from` and `to`, or null if no path leads through it.
    public @Nullable FieldPaths child(byte[] bytes, int from, int to) {
        for (int i = 0; i < children.size(); i++) {
            FieldPaths child = children.get(i);
            if (Arrays.equals(child.name, 0, child.name.length, bytes, from, to)) {
                return child;
            }
        }
        return null;
    }

    private FieldPaths at(String path) {
        FieldPaths node = this;
        for (String segment : split(path)) {
            node = node.childOrNew(segment);
        }
        return node;
    }

    private FieldPaths childOrNew(String segment) {
        byte[] wanted = segment.getBytes(StandardCharsets.UTF_8);
        for (FieldPaths child : children) {
            if (Arrays.equals(child.name, wanted)) {
                return child;
            }
        }
        FieldPaths child = new FieldPaths(segment);
        children.add(child);
        return child;
    }

    private static List<String> split(String path) {
        var segments = new ArrayList<String>();
        int i = 0;
        while (i < path.length()) {
            if (path.charAt(i) == '[') {
                int close = path.indexOf(']', i);
                if (close < 0) {
                    throw new IllegalArgumentException("a bracket is not closed in the field path '" + path + "'");
                }
                segments.add(path.substring(i + 1, close));
                i = close + 1;
            } else {
                int next = i;
                while (next < path.length() && path.charAt(next) != '.' && path.charAt(next) != '[') {
                    next++;
                }
                segments.add(path.substring(i, next));
                i = next;
            }
            if (i < path.length() && path.charAt(i) == '.') {
                i++;
            }
        }
        if (segments.isEmpty() || segments.contains("")) {
            throw new IllegalArgumentException("not a field path: '" + path + "'");
        }
        return segments;
    }
}
