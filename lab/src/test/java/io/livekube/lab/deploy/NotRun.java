package io.livekube.lab.deploy;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// Commands in the docs that tests do not run, with the reason.
enum NotRun {
    MAKE(
            "^make ",
            "builds, measures, or runs the tests themselves; a test checks that the target exists, and `make run` is"
                    + " `./livekube up`, which is run"),
    DOCKER("^docker ", "needs a Docker engine; `make image-root` does the same without one"),
    CONTAINERS(
            "\\b(kubectl .*(logs|port-forward|exec) )",
            "needs nodes that run containers; in tests, kwok simulates the nodes"),
    DASHBOARD(
            "\\bnpx ",
            "needs the packages of web/; `make test` runs vitest there (build/web-tests), and vite is interactive"),
    A_TASK("/tasks/\\$ID", "answers a task, whose Id differs each time; TasksTest and the golden files cover it");

    private final Pattern pattern;
    private final String reason;

    NotRun(String pattern, String reason) {
        this.pattern = Pattern.compile(pattern);
        this.reason = reason;
    }

    /// The rule that applies to a command; empty if the command is run.
    static Optional<NotRun> rule(DocCommand command) {
        return Arrays.stream(values())
                .filter(rule -> rule.pattern.matcher(command.text()).find())
                .findFirst();
    }

    @Override
    public String toString() {
        return name() + ": " + reason;
    }
}
