package io.livekube.apimachinery.table;

import io.livekube.apimachinery.table.JsonPath.UnreadableException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parser of a [JsonPath].
final class JsonPathParser {
    /// The pattern of one kind of step, and how a match is turned into it.
    private record Rule(Pattern pattern, Reader reader) {
        Rule(String pattern, Reader reader) {
            this(Pattern.compile(pattern), reader);
        }
    }

    private interface Reader {
        JsonPath.Step read(MatchResult match) throws UnreadableException;
    }

    private static final List<Rule> RULES = List.of(
            new Rule("\\.?\\[\\s*\\*\\s*]|\\.\\*", _ -> new JsonPath.Every()),
            new Rule(
                    "\\.((?:\\\\.|[^.\\[\\]\\\\\\s'\"])+)",
                    match -> new JsonPath.Child(match.group(1).replaceAll("\\\\(.)", "$1"))),
            new Rule("\\[\\s*(?:'([^']*)'|\"([^\"]*)\")\\s*]", match -> new JsonPath.Child(either(match, 1, 2))),
            new Rule("\\[\\s*(-?[0-9]{1,9})\\s*]", match -> JsonPath.Range.single(Integer.parseInt(match.group(1)))),
            new Rule(
                    "\\[\\s*(-?[0-9]{0,9})\\s*:\\s*(-?[0-9]{0,9})\\s*]",
                    match -> new JsonPath.Range(number(match.group(1), 0), number(match.group(2), Integer.MAX_VALUE))),
            new Rule(
                    "\\[\\?\\(\\s*@([^=!<>'\"]*?)\\s*"
                            + "(?:(==|!=|<=|>=|<|>)\\s*(?:'([^']*)'|\"([^\"]*)\"|([^'\")\\s]+))\\s*)?\\)]",
                    JsonPathParser::where));

    private final String text;
    private final List<JsonPath.Step> steps = new ArrayList<>();
    private int position;

    JsonPathParser(String text) {
        this.text = text.strip();
    }

    JsonPath parse() throws UnreadableException {
        if (text.startsWith("$")) {
            position = 1;
        }
        while (position < text.length()) {
            step();
        }
        return new JsonPath(steps);
    }

    private void step() throws UnreadableException {
        if (text.startsWith("..", position)) {
            steps.add(new JsonPath.Below());
            position++; // the second dot belongs to the name
            return;
        }
        if (position == text.length() - 1 && text.charAt(position) == '.') {
            position++; // the object itself
            return;
        }
        for (Rule rule : RULES) {
            Matcher matcher = rule.pattern().matcher(text).region(position, text.length());
            if (matcher.lookingAt()) {
                steps.add(rule.reader().read(matcher));
                position = matcher.end();
                return;
            }
        }
        throw new UnreadableException("unsupported JSONPath at '%s'".formatted(text.substring(position)));
    }

    private static JsonPath.Where where(MatchResult matcher) throws UnreadableException {
        JsonPath left = JsonPath.parse(matcher.group(1));
        return matcher.group(2) == null
                ? new JsonPath.Where(left, "", "")
                : new JsonPath.Where(left, String.valueOf(matcher.group(2)), either(matcher, 3, 4, 5));
    }

    private static int number(String digits, int otherwise) {
        return digits.isEmpty() || digits.equals("-") ? otherwise : Integer.parseInt(digits);
    }

    private static String either(MatchResult matcher, int... groups) {
        for (int group : groups) {
            String found = matcher.group(group);
            if (found != null) {
                return found;
            }
        }
        return "";
    }
}
