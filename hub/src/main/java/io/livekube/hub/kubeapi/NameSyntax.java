package io.livekube.hub.kubeapi;

/// Syntax of names in paths, checked without regular expressions because every request needs it.
final class NameSyntax {
    private static final int LONGEST = 253;
    private static final int LONGEST_LABEL = 63;

    private NameSyntax() {}

    /// Whether the text is a valid group, version or plural name.
    static boolean isLabels(String text) {
        return isOf(text, LONGEST, true);
    }

    /// Whether the text is a valid namespace.
    static boolean isLabel(String text) {
        return isOf(text, LONGEST_LABEL, false);
    }

    /// Whether the text can be an object's name: anything that is valid as one path segment.
    static boolean isName(String text) {
        if (text.isEmpty() || text.length() > LONGEST || text.equals(".") || text.equals("..")) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '/' || c == '%' || c < ' ' || c == 0x7f) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOf(String text, int longest, boolean dots) {
        int last = text.length() - 1;
        if (last < 0 || last >= longest || !isPlain(text.charAt(0)) || !isPlain(text.charAt(last))) {
            return false;
        }
        for (int i = 1; i < last; i++) {
            char c = text.charAt(i);
            if (!isPlain(c) && c != '-' && !(dots && c == '.')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
}
