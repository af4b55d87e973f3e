package io.livekube.apimachinery.selector;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The syntax of label keys and values, with the API server's explanation of each violation.
public final class LabelSyntax {
    private static final int MAX_NAME = 63;
    private static final int MAX_PREFIX = 253;
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern PREFIX =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,19}");

    private LabelSyntax() {}

    /// What is wrong with a key; empty if it is valid.
    public static Optional<String> keyProblem(String key) {
        int slash = key.indexOf('/');
        String prefix = slash < 0 ? "" : key.substring(0, slash);
        String name = key.substring(slash + 1);
        if (slash == 0) {
            return Optional.of("prefix part must be non-empty");
        }
        if (prefix.length() > MAX_PREFIX) {
            return Optional.of("prefix part must be no more than 253 bytes");
        }
        if (slash > 0 && !PREFIX.matcher(prefix).matches()) {
            return Optional.of("prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                    + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
        }
        if (name.isEmpty()) {
            return Optional.of("name part must be non-empty");
        }
        if (name.length() > MAX_NAME) {
            return Optional.of("name part must be no more than 63 bytes");
        }
        return NAME.matcher(name).matches()
                ? Optional.empty()
                : Optional.of("name part must consist of alphanumeric characters, '-', '_' or '.', and must start and"
                        + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used"
                        + " for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')");
    }

    /// What is wrong with a value; empty if it is valid.
    public static Optional<String> valueProblem(String value) {
        if (value.length() > MAX_NAME) {
            return Optional.of("must be no more than 63 bytes");
        }
        return value.isEmpty() || NAME.matcher(value).matches()
                ? Optional.empty()
                : Optional.of("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
                        + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',"
                        + "  or '12345', regex used for validation is"
                        + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }

    static void checkKey(String key) {
        keyProblem(key).ifPresent(problem -> {
            throw invalid("<nil>", key, problem);
        });
    }

    static void checkValue(String key, String value) {
        valueProblem(value).ifPresent(problem -> {
            throw invalid("values[0][%s]".formatted(key), value, problem);
        });
    }

    /// The values of a requirement, sorted and unique.
    static List<String> checkedValues(String key, Collection<String> values) {
        if (values.isEmpty()) {
            throw invalid("values", "", "for 'in', 'notin' operators, values set can't be empty");
        }
        values.forEach(value -> checkValue(key, value));
        return values.stream().distinct().sorted().toList();
    }

    static Optional<Long> integer(String value) {
        if (!INTEGER.matcher(value).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(value));
        } catch (NumberFormatException e) {
            return Optional.empty(); // 19 digits can exceed a long
        }
    }

    static InvalidSelectorException invalid(String field, String value, String problem) {
        return new InvalidSelectorException(
                "unable to parse requirement: %s: Invalid value: \"%s\": %s".formatted(field, value, problem));
    }
}
