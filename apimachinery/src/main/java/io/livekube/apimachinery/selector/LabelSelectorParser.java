package io.livekube.apimachinery.selector;

import io.livekube.apimachinery.selector.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.List;

/// Parser of `a=b,c!=d,e in (f,g),!h`, with the API server's error messages.
final class LabelSelectorParser {
    private static final String SPECIAL = "()=!<>,";

    private final List<String> tokens;
    private int next;

    LabelSelectorParser(String text) {
        tokens = tokens(text);
    }

    LabelSelector parse() {
        List<LabelRequirement> requirements = new ArrayList<>();
        if (tokens.isEmpty()) {
            return LabelSelector.EVERYTHING;
        }
        if (!beginsRequirement(peek())) {
            throw expected("!, identifier, or 'end of string'", peek());
        }
        while (true) {
            requirements.add(requirement());
            String separator = take();
            if (separator.isEmpty()) {
                return new LabelSelector(requirements);
            }
            if (!separator.equals(",")) {
                throw expected("',' or 'end of string'", separator);
            }
            if (!beginsRequirement(peek())) {
                throw expected("identifier after ','", peek());
            }
        }
    }

    private static boolean beginsRequirement(String token) {
        return token.equals("!") || isWord(token);
    }

    private static boolean isWord(String token) {
        return !token.isEmpty() && SPECIAL.indexOf(token.charAt(0)) < 0;
    }

    private LabelRequirement requirement() {
        if (peek().equals("!")) {
            next++;
            return new LabelRequirement(key(), Operator.MISSING, List.of());
        }
        String key = key();
        if (peek().isEmpty() || peek().equals(",")) {
            return new LabelRequirement(key, Operator.EXISTS, List.of());
        }
        String operator = take();
        return switch (operator) {
            case "=", "==" -> new LabelRequirement(key, Operator.IN, List.of(value()));
            case "!=" -> new LabelRequirement(key, Operator.NOT_IN, List.of(value()));
            case "in" -> new LabelRequirement(key, Operator.IN, values());
            case "notin" -> new LabelRequirement(key, Operator.NOT_IN, values());
            case ">" -> new LabelRequirement(key, Operator.ABOVE, bound(key));
            case "<" -> new LabelRequirement(key, Operator.BELOW, bound(key));
            default -> throw unparsable("in, notin, =, ==, !=, gt, lt", operator);
        };
    }

    private String key() {
        String key = take();
        if (!isWord(key)) {
            throw unparsable("identifier", key);
        }
        LabelSyntax.checkKey(key);
        return key;
    }

    private String value() {
        if (peek().isEmpty() || peek().equals(",")) {
            return "";
        }
        String value = take();
        if (!isWord(value)) {
            throw unparsable("identifier", value);
        }
        return value;
    }

    private List<String> bound(String key) {
        String value = value();
        LabelSyntax.checkValue(key, value);
        long bound = LabelSyntax.integer(value)
                .orElseThrow(() -> LabelSyntax.invalid(
                        "values[0][%s]".formatted(key),
                        value,
                        "for 'Gt', 'Lt' operators, the value must be an integer"));
        return List.of(Long.toString(bound));
    }

    /// Values in parentheses; between two commas there is an empty one, and `()` has one empty value.
    private List<String> values() {
        String open = take();
        if (!open.equals("(")) {
            throw new InvalidSelectorException("unable to parse requirement: found '%s' expected: '('".formatted(open));
        }
        List<String> values = new ArrayList<>();
        while (true) {
            values.add(peek().equals(")") ? "" : value());
            String separator = take();
            if (separator.equals(")")) {
                return values;
            }
            if (!separator.equals(",")) {
                throw unparsable("',' or ')'", separator);
            }
        }
    }

    private static InvalidSelectorException expected(String expected, String found) {
        return new InvalidSelectorException("found '%s', expected: %s".formatted(found, expected));
    }

    private static InvalidSelectorException unparsable(String expected, String found) {
        return new InvalidSelectorException(
                "unable to parse requirement: found '%s', expected: %s".formatted(found, expected));
    }

    private String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    private String take() {
        String token = peek();
        next++;
        return token;
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int from = i;
            if (isSpace(c)) {
                i++;
                continue;
            }
            if (SPECIAL.indexOf(c) >= 0) {
                boolean pair = (c == '=' || c == '!') && i + 1 < text.length() && text.charAt(i + 1) == '=';
                i += pair ? 2 : 1;
            } else {
                while (i < text.length() && SPECIAL.indexOf(text.charAt(i)) < 0 && !isSpace(text.charAt(i))) {
                    i++;
                }
            }
            tokens.add(text.substring(from, i));
        }
        return tokens;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
