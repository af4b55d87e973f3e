package io.livekube.core.model;

import java.util.ArrayList;
import java.util.List;

/// Reads one label selector from left to right.
final class LabelSelectorParser {
    private static final String SPECIAL = "=!(),<>";

    private final String text;
    private int at;

    LabelSelectorParser(String text) {
        this.text = text;
    }

    LabelSelector parse() {
        var requirements = new ArrayList<LabelRequirement>();
        if (atEnd()) {
            return LabelSelector.EVERYTHING;
        }
        do {
            try {
                requirements.add(requirement());
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("label selector '%s': %s".formatted(text, e.getMessage()), e);
            }
        } while (takeIf(","));
        if (!atEnd()) {
            throw new IllegalArgumentException("label selector '%s': %s"
                    .formatted(text, unexpected("',' or the end").getMessage()));
        }
        return new LabelSelector(requirements);
    }

    private LabelRequirement requirement() {
        boolean missing = takeIf("!");
        String key = word();
        if (key.isEmpty()) {
            throw unexpected("a label key" + (missing ? "" : " or '!'"));
        }
        if (missing) {
            return new LabelRequirement.Missing(key);
        }
        if (atEnd() || text.charAt(at) == ',') {
            return new LabelRequirement.Exists(key);
        }
        if (takeIf("==") || takeIf("=")) {
            return new LabelRequirement.In(key, List.of(word()));
        }
        if (takeIf("!=")) {
            return new LabelRequirement.NotIn(key, List.of(word()));
        }
        if (takeIf(">")) {
            return new LabelRequirement.Above(key, bound(key, ">"));
        }
        if (takeIf("<")) {
            return new LabelRequirement.Below(key, bound(key, "<"));
        }
        int start = at;
        return switch (word()) {
            case "in" -> new LabelRequirement.In(key, values());
            case "notin" -> new LabelRequirement.NotIn(key, values());
            default -> {
                at = start;
                throw unexpected("=, ==, !=, in, notin, <, > or ',' behind '" + key + "'");
            }
        };
    }

    private long bound(String key, String operator) {
        String value = word();
        LabelSyntax.checkValue(key, value);
        return LabelSyntax.integer(value)
                .orElseThrow(() -> new IllegalArgumentException(
                        "behind '%s%s' stands '%s', which is not an integer".formatted(key, operator, value)));
    }

    /// Values in parentheses; between two commas there is an empty one, and `()` has one empty value.
    private List<String> values() {
        if (!takeIf("(")) {
            throw unexpected("'('");
        }
        var values = new ArrayList<String>();
        do {
            values.add(word());
        } while (takeIf(","));
        if (!takeIf(")")) {
            throw unexpected("',' or ')'");
        }
        return values;
    }

    /// Everything up to a space or a special character.
    private String word() {
        skipSpace();
        int start = at;
        while (at < text.length() && !isSpace(text.charAt(at)) && SPECIAL.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        skipSpace();
        return word;
    }

    private boolean takeIf(String token) {
        skipSpace();
        boolean there = text.startsWith(token, at);
        if (there) {
            at += token.length();
        }
        return there;
    }

    private boolean atEnd() {
        skipSpace();
        return at == text.length();
    }

    private void skipSpace() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private IllegalArgumentException unexpected(String expected) {
        return new IllegalArgumentException("expected %s at position %d, found %s"
                .formatted(expected, at + 1, atEnd() ? "the end" : "'" + text.substring(at) + "'"));
    }
}
