package io.livekube.hub.problem;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What is wrong with an object at a moment, and how long that can be said without looking again.
///
/// @param until when another look is needed although nothing has changed; empty for never
public record Verdict(Optional<Problem> problem, Optional<Instant> until) {
    /// Nothing is wrong, nor will be by itself.
    public static final Verdict FINE = new Verdict(Optional.empty(), Optional.empty());

    static Verdict wrong(Problem problem) {
        return new Verdict(Optional.of(problem), Optional.empty());
    }

    /// A problem if something goes on for longer than a while; no problem if nobody knows since when.
    static Verdict after(Duration patience, Optional<Instant> since, Instant now, Problem problem) {
        if (since.isEmpty()) {
            return FINE;
        }
        Instant end = since.get().plus(patience);
        return now.isBefore(end) ? new Verdict(Optional.empty(), Optional.of(end)) : wrong(problem);
    }
}
