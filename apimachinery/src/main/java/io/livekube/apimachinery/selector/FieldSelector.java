package io.livekube.apimachinery.selector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Conditions on fields that must all hold, as in `kubectl get --field-selector`. Equal if they have the same
/// conditions.
///
/// @param terms sorted
public record FieldSelector(List<Term> terms) {
    /// Required or excluded value of one field.
    public record Term(String field, boolean equal, String value) {
        @Override
        public String toString() {
            return field + (equal ? "=" : "!=") + value.replaceAll("[\\\\,=]", "\\\\$0");
        }
    }

    public FieldSelector {
        terms = terms.stream()
                .distinct()
                .sorted(Comparator.comparing(Term::toString))
                .toList();
    }

    /// Parses a `fieldSelector`: `status.phase!=Running,spec.nodeName=`. A backslash escapes a comma, an
    /// equals sign or a backslash.
    ///
    /// @throws InvalidSelectorException if the text is not a field selector
    public static FieldSelector parse(String text) {
        List<Term> terms = new ArrayList<>();
        for (String term : split(text)) {
            if (!term.isEmpty()) {
                terms.add(term(text, term));
            }
        }
        return new FieldSelector(terms);
    }

    /// The canonical text, which [#parse] reads back to an equal selector.
    @Override
    public String toString() {
        return String.join(",", terms.stream().map(Term::toString).toList());
    }

    private static List<String> split(String text) {
        List<String> terms = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                terms.add(text.substring(from, i));
                from = i + 1;
            }
        }
        terms.add(text.substring(from));
        return terms;
    }

    private static Term term(String all, String term) {
        for (int i = 0; i < term.length(); i++) {
            String field = term.substring(0, i);
            if (term.startsWith("!=", i)) {
                return new Term(field, false, unescaped(term.substring(i + 2)));
            }
            if (term.startsWith("==", i)) {
                return new Term(field, true, unescaped(term.substring(i + 2)));
            }
            if (term.charAt(i) == '=') {
                return new Term(field, true, unescaped(term.substring(i + 1)));
            }
        }
        throw new InvalidSelectorException("invalid selector: '%s'; can't understand '%s'".formatted(all, term));
    }

    private static String unescaped(String value) {
        var text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                String sequence = value.substring(i, Math.min(i + 2, value.length()));
                if (sequence.length() < 2 || "\\,=".indexOf(sequence.charAt(1)) < 0) {
                    throw new InvalidSelectorException("invalid field selector: invalid escape sequence: " + sequence);
                }
                text.append(sequence.charAt(1));
                i++;
            } else if (c == '=') {
                throw new InvalidSelectorException("invalid field selector: unescaped character in value: " + (int) c);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
