package io.livekube.core.model;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What Kubernetes allows as label keys and values; all violations are [IllegalArgumentException]s that say the rule.
final class LabelSyntax {
    private static final int MAX_NAME = 63;
    private static final int MAX_PREFIX = 253;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?");
    private static final Pattern PREFIX =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,19}");

    private LabelSyntax() {}

    static void checkKey(String key) {
        int slash = key.indexOf('/');
        String prefix = slash < 0 ? "" : key.substring(0, slash);
        String name = key.substring(slash + 1);
        if (slash >= 0
                && (prefix.length() > MAX_PREFIX || !PREFIX.matcher(prefix).matches())) {
            throw new IllegalArgumentException(
                    "the label key '%s' has the prefix '%s', which is not a DNS subdomain of at most %d characters"
                            .formatted(key, prefix, MAX_PREFIX));
        }
        if (name.length() > MAX_NAME || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "not a label key: '%s' (the name has 1 to %d characters, letters, digits, '-', '_' or '.', a letter or digit at both ends)"
                            .formatted(key, MAX_NAME));
        }
    }

    static void checkValue(String key, String value) {
        if (!value.isEmpty()
                && (value.length() > MAX_NAME || !NAME.matcher(value).matches())) {
            throw new IllegalArgumentException(
                    "'%s' cannot be the value of the label '%s' (at most %d characters, letters, digits, '-', '_' or '.', a letter or digit at both ends)"
                            .formatted(value, key, MAX_NAME));
        }
    }

    static List<String> checkedValues(String key, Collection<String> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("the label '%s' is compared with no values".formatted(key));
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
            return Optional.empty(); // 19 digits can be more than a long holds
        }
    }
}
