package io.livekube.simulator.selector;

import io.livekube.simulator.selector.LabelSelector.Requirement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Reads `a=b,c!=d,e in (f,g),!h`: requirements between commas, blanks where one likes.
final class LabelSelectorParser {
    private static final String SPECIAL = "()=!<>,";

    private final List<String> tokens;
    private int next;

    LabelSelectorParser(String text) {
        tokens = tokens(text);
    }

    LabelSelector parse() {
        List<Requirement> requirements = new ArrayList<>();
        if (!beginsRequirement(peek())) {
            throw new SelectorSyntaxException("found '" + peek() + "', expected: !, identifier, or 'end of string'");
        }
        while (true) {
            requirements.add(requirement());
            String separator = take();
            if (separator.isEmpty()) {
                return new LabelSelector(requirements);
            }
            if (!separator.equals(",")) {
                throw new SelectorSyntaxException("found '" + separator + "', expected: ',' or 'end of string'");
            }
            if (!beginsRequirement(peek())) {
                throw new SelectorSyntaxException("found '" + peek() + "', expected: identifier after ','");
            }
        }
    }

    private static boolean beginsRequirement(String token) {
        return token.equals("!") || (!token.isEmpty() && SPECIAL.indexOf(token.charAt(0)) < 0);
    }

    private Requirement requirement() {
        if (peek().equals("!")) {
            next++;
            return new Requirement.Absent(key());
        }
        String key = key();
        if (peek().isEmpty() || peek().equals(",")) {
            return new Requirement.Exists(key);
        }
        String operator = take();
        return switch (operator) {
            case "=", "==" -> new Requirement.In(key, Set.of(value(key)));
            case "!=" -> new Requirement.NotIn(key, Set.of(value(key)));
            case "in" -> new Requirement.In(key, values(key));
            case "notin" -> new Requirement.NotIn(key, values(key));
            case ">" -> new Requirement.GreaterThan(key, number(key));
            case "<" -> new Requirement.LessThan(key, number(key));
            default ->
                throw new SelectorSyntaxException("unable to parse requirement: found '" + operator
                        + "', expected: in, notin, =, ==, !=, gt, lt");
        };
    }

    private String key() {
        String key = take();
        if (key.isEmpty() || SPECIAL.indexOf(key.charAt(0)) >= 0) {
            throw new SelectorSyntaxException("unable to parse requirement: found '" + key + "', expected: identifier");
        }
        LabelSyntax.keyProblem(key).ifPresent(problem -> {
            throw new SelectorSyntaxException(
                    "unable to parse requirement: <nil>: Invalid value: \"" + key + "\": " + problem);
        });
        return key;
    }

    private String value(String key) {
        if (peek().isEmpty() || peek().equals(",")) {
            return "";
        }
        String value = take();
        if (SPECIAL.indexOf(value.charAt(0)) >= 0) {
            throw new SelectorSyntaxException(
                    "unable to parse requirement: found '" + value + "', expected: identifier");
        }
        LabelSyntax.valueProblem(value).ifPresent(problem -> {
            throw new SelectorSyntaxException("unable to parse requirement: values[0][" + key + "]: Invalid value: \""
                    + value + "\": " + problem);
        });
        return value;
    }

    private long number(String key) {
        String value = value(key);
        if (!value.matches("-?[0-9]{1,18}")) {
            throw new SelectorSyntaxException("unable to parse requirement: values[0][" + key + "]: Invalid value: \""
                    + value + "\": for 'Gt', 'Lt' operators, the value must be an integer");
        }
        return Long.parseLong(value);
    }

    private Set<String> values(String key) {
        String open = take();
        if (!open.equals("(")) {
            throw new SelectorSyntaxException("unable to parse requirement: found '" + open + "' expected: '('");
        }
        Set<String> values = new LinkedHashSet<>();
        while (true) {
            if (peek().equals(",") || peek().equals(")")) {
                values.add("");
            } else {
                values.add(value(key));
            }
            String separator = take();
            if (separator.equals(")")) {
                return Set.copyOf(values);
            }
            if (!separator.equals(",")) {
                throw new SelectorSyntaxException(
                        "unable to parse requirement: found '" + separator + "', expected: ',' or ')'");
            }
        }
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
            if (Character.isWhitespace(c)) {
                i++;
                continue;
            }
            if (SPECIAL.indexOf(c) >= 0) {
                boolean pair = (c == '=' || c == '!') && i + 1 < text.length() && text.charAt(i + 1) == '=';
                i += pair ? 2 : 1;
            } else {
                while (i < text.length()
                        && SPECIAL.indexOf(text.charAt(i)) < 0
                        && !Character.isWhitespace(text.charAt(i))) {
                    i++;
                }
            }
            tokens.add(text.substring(from, i));
        }
        return tokens;
    }
}
