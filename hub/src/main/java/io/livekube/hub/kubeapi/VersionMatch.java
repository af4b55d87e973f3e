package io.livekube.hub.kubeapi;

import io.livekube.hub.transport.HttpProblem;
import java.time.Duration;
import java.util.Optional;

/// Version of a state that a request asks for.
sealed interface VersionMatch {
    /// The most recent version known.
    record Latest() implements VersionMatch {}

    /// Any version; the meaning of `resourceVersion=0`.
    record Any() implements VersionMatch {}

    /// Not older than a version.
    record Since(long version) implements VersionMatch {}

    /// Exactly this version.
    record Exactly(long version) implements VersionMatch {}

    /// Parses a `resourceVersion`, which may be missing.
    ///
    /// @throws HttpProblem 400 if the text is not a version
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

    /// Error for a version that has not been reached yet, with kube-apiserver's message.
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
