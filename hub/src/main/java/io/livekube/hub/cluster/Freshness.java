package io.livekube.hub.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// How much what is shown can be trusted to be the present.
///
/// @param age since it was last known to be so; empty if it never was
public record Freshness(State state, Optional<Duration> age) {
    static final Duration FRESH = Duration.ofSeconds(60);
    static final Duration STALE = Duration.ofMinutes(5);

    /// In words, as headers and documents say it.
    public enum State {
        FRESH,
        STALE,
        DISCONNECTED,
        /// Nobody keeps it up to date: sync is off.
        OFF;

        private final String word = name().toLowerCase(Locale.ROOT);

        @Override
        public String toString() {
            return word;
        }
    }

    /// Judges by age: fresh below a minute, stale below five, disconnected beyond.
    ///
    /// @param confirmed when it was last known to be so
    public static Freshness at(Optional<Instant> confirmed, Instant now) {
        Optional<Duration> age = confirmed.map(at -> {
            Duration since = Duration.between(at, now);
            return since.isNegative() ? Duration.ZERO : since;
        });
        State state = age.map(Freshness::byAge).orElse(State.DISCONNECTED);
        return new Freshness(state, age);
    }

    /// The same, but not fresh: the agent itself can't follow the API server.
    public Freshness atBestStale() {
        return state == State.FRESH ? new Freshness(State.STALE, age) : this;
    }

    /// The same some time later. It is not fresh then, but nobody has lost contact by that alone.
    public Freshness older(Duration passed) {
        Optional<Duration> later = age.map(passed::plus);
        boolean old = later.isPresent() && byAge(later.get()) != State.FRESH;
        return old ? new Freshness(state, later).atBestStale() : new Freshness(state, later);
    }

    /// The same, but nobody keeps it up to date.
    public Freshness off() {
        return new Freshness(State.OFF, age);
    }

    private static State byAge(Duration age) {
        if (age.compareTo(FRESH) < 0) {
            return State.FRESH;
        }
        return age.compareTo(STALE) < 0 ? State.STALE : State.DISCONNECTED;
    }
}
