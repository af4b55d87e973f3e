package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpProblem;
import java.time.Duration;
import java.util.Optional;

/// Which version of a state somebody wants to read.
sealed interface VersionMatch {
    /// The present, as far as it is known.
    record Latest() implements VersionMatch {}

    /// Whatever is at hand, which is what version 0 means.
    record Any() implements VersionMatch {}

    /// One that is not older.
    record Since(long version) implements VersionMatch {}

    /// This one and no other.
    record Exactly(long version) implements VersionMatch {}

    /// Reads a `resourceVersion`, which may be missing.
    ///
    /// @throws HttpProblem if it is no version
    static VersionMatch parse(Optional<String> text) {
        if (text.isEmpty()) {
            return new Latest();
        }
        long version;
        try {
            version = Long.parseUnsignedLong(text.get());
        } catch (NumberFormatException e) {
            throw HttpProblem.of(
                    400,
                    "invalid resource version: resourceVersion: Invalid value: \"%s\": strconv.ParseUint: parsing \"%s\": invalid syntax"
                            .formatted(text.get(), text.get()));
        }
        return version == 0 ? new Any() : new Since(version);
    }

    /// That a version is not reached, in the words that clients know.
    static HttpProblem tooLarge(long wanted, long current) {
        HttpProblem problem = HttpProblem.later(
                504,
                Duration.ofSeconds(1),
                "Timeout: Too large resource version: %s, current: %s"
                        .formatted(Long.toUnsignedString(wanted), Long.toUnsignedString(current)));
        return new StatusProblem(
                problem, StatusDetails.because("ResourceVersionTooLarge", "Too large resource version"));
    }
}
