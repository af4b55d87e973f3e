package io.livekube.hub.kubeapi;

/// What the parts of a path are made of, told without regular expressions: every request asks.
final class NameSyntax {
    private static final int LONGEST = 253;
    private static final int LONGEST_LABEL = 63;

    private NameSyntax() {}

    /// A group, a version or a plural name.
    static boolean isLabels(String text) {
        return isOf(text, LONGEST, true);
    }

    /// A namespace: no agent asks its API server for any other.
    static boolean isLabel(String text) {
        return isOf(text, LONGEST_LABEL, false);
    }

    /// The name of an object: all that can stand between two slashes, and is no step in a path.
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
