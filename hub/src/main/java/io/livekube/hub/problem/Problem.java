package io.livekube.hub.problem;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// A problem with an object.
///
/// @param reason one word: kubectl's, or the reason of the condition or container state that reports it
/// @param message details; may be empty
/// @param from when it becomes a problem: states that are normal for a while, such as a pending pod, count only
/// once they have lasted
public record Problem(String reason, String message, Severity severity, Instant from) {
    /// Severity of a problem.
    public enum Severity {
        /// Something does not work.
        ERROR,
        /// Something works only partially, or may soon stop working.
        WARNING;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Problem error(String reason, String message) {
        return new Problem(reason, message, Severity.ERROR, Instant.MIN);
    }

    static Problem warning(String reason, String message) {
        return new Problem(reason, message, Severity.WARNING, Instant.MIN);
    }

    /// The same problem, counting only once the state has lasted; empty if its start is unknown.
    Optional<Problem> after(Duration patience, Optional<Instant> since) {
        return since.map(begin -> new Problem(reason, message, severity, begin.plus(patience)));
    }

    /// Whether it counts as a problem at a given moment.
    public boolean countsAt(Instant now) {
        return !now.isBefore(from);
    }
}
