package io.livekube.hub.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// Freshness of data shown to a reader.
///
/// @param age time since the data was last verified; empty if never
public record Freshness(State state, Optional<Duration> age) {
    static final Duration FRESH = Duration.ofSeconds(60);
    static final Duration STALE = Duration.ofMinutes(5);

    /// Written in lower case in headers and documents.
    public enum State {
        FRESH,
        STALE,
        DISCONNECTED,
        /// Not kept up to date, because sync is off.
        OFF;

        private final String word = name().toLowerCase(Locale.ROOT);

        @Override
        public String toString() {
            return word;
        }
    }

    /// Freshness by age: fresh for up to a minute, stale for up to five, disconnected beyond that.
    ///
    /// @param verified when the data was last verified
    public static Freshness at(Optional<Instant> verified, Instant now) {
        Optional<Duration> age = verified.map(at -> {
            Duration since = Duration.between(at, now);
            return since.isNegative() ? Duration.ZERO : since;
        });
        State state = age.map(Freshness::byAge).orElse(State.DISCONNECTED);
        return new Freshness(state, age);
    }

    /// This freshness, but at best stale, because the agent itself can't follow the API server.
    public Freshness atBestStale() {
        return state == State.FRESH ? new Freshness(State.STALE, age) : this;
    }

    /// This freshness some time later. Age alone makes data stale, never disconnected.
    public Freshness older(Duration passed) {
        Optional<Duration> later = age.map(passed::plus);
        boolean old = later.isPresent() && byAge(later.get()) != State.FRESH;
        return old ? new Freshness(state, later).atBestStale() : new Freshness(state, later);
    }

    /// This freshness for data that is not kept up to date.
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
