package io.livekube.lab.deploy;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// Commands of the docs that no test runs as they stand, with the reason.
enum NotRun {
    MAKE("^make ", "builds, or runs the tests themselves; `make run` is `./livekube up`, which is run"),
    DOCKER("^docker ", "needs a Docker engine; `make image-root` does the same work without"),
    CONTAINERS(
            "\\b(kubectl .*(logs|port-forward|exec) )",
            "needs nodes that run containers; the test's are played by kwok"),
    YOUR_CONTEXT("--context NAME", "names a context of yours");

    private final Pattern pattern;
    private final String reason;

    NotRun(String pattern, String reason) {
        this.pattern = Pattern.compile(pattern);
        this.reason = reason;
    }

    /// Why a command is not run; empty if it is.
    static Optional<String> why(DocCommand command) {
        return Arrays.stream(values())
                .filter(rule -> rule.pattern.matcher(command.text()).find())
                .map(rule -> rule.reason)
                .findFirst();
    }
}
