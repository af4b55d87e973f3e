package io.livekube.hub.problem;

import java.util.Locale;

/// What is wrong with an object.
///
/// @param reason in one word, as Kubernetes says it where it does
/// @param message more about it; may be empty
public record Problem(String reason, String message, Severity severity) {
    /// How bad it is.
    public enum Severity {
        /// Something does not work.
        ERROR,
        /// Something may soon not work, or works only in part.
        WARNING;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Problem error(String reason, String message) {
        return new Problem(reason, message, Severity.ERROR);
    }

    static Problem warning(String reason, String message) {
        return new Problem(reason, message, Severity.WARNING);
    }
}
