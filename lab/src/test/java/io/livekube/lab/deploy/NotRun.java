package io.livekube.lab.deploy;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/// Commands of the docs that no test runs as they stand, with the reason.
enum NotRun {
    MAKE(
            "^make ",
            "builds, measures, or runs the tests themselves; that there is such a target is tested, and `make run` is"
                    + " `./livekube up`, which is run"),
    DOCKER("^docker ", "needs a Docker engine; `make image-root` does the same work without"),
    CONTAINERS(
            "\\b(kubectl .*(logs|port-forward|exec) )",
            "needs nodes that run containers; the test's are played by kwok"),
    DASHBOARD(
            "\\bnpx ",
            "needs the packages of web/; `make test` runs vitest there (build/web-tests), vite serves a person with a browser"),
    A_TASK("/tasks/\\$ID", "answers a task, whose Id is another one each time; TasksTest and the golden files do");

    private final Pattern pattern;
    private final String reason;

    NotRun(String pattern, String reason) {
        this.pattern = Pattern.compile(pattern);
        this.reason = reason;
    }

    /// Which of them a command is; none if it is run.
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
