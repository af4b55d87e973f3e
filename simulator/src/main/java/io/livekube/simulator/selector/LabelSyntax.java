package io.livekube.simulator.selector;

import java.util.Optional;
import java.util.regex.Pattern;

/// What may be a label's key and value, with the API server's words for what may not.
public final class LabelSyntax {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern PREFIX = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
    private static final int MAX_LENGTH = 63;

    private LabelSyntax() {}

    public static Optional<String> keyProblem(String key) {
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        if (slash >= 0 && !PREFIX.matcher(key.substring(0, slash)).matches()) {
            return Optional.of("prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
                    + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')");
        }
        if (name.isEmpty()) {
            return Optional.of("name part must be non-empty");
        }
        if (name.length() > MAX_LENGTH) {
            return Optional.of("name part must be no more than 63 bytes");
        }
        return NAME.matcher(name).matches()
                ? Optional.empty()
                : Optional.of("name part must consist of alphanumeric characters, '-', '_' or '.', and must start and"
                        + " end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used"
                        + " for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')");
    }

    public static Optional<String> valueProblem(String value) {
        if (value.length() > MAX_LENGTH) {
            return Optional.of("must be no more than 63 bytes");
        }
        return value.isEmpty() || NAME.matcher(value).matches()
                ? Optional.empty()
                : Optional.of("a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
                        + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',"
                        + "  or '12345', regex used for validation is"
                        + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
    }
}
