package io.livekube.core.watch;

import io.livekube.core.model.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// State of a reflector.
///
/// ```
///            ┌──────────────▶ InitialStream ──── marked bookmark ────┐
///   start ───┤                     │ error, silence                  ▼
///            └──▶ Listing ◀────────┘            swap ──────────▶ Watching ──┐
///                  ▲  │ last page ───────────────▲                 │  ▲     │ clean end,
///                  │  └─ error ─▶ Waiting ─▶ …    410, stuck ◀──────┘  └─────┘ silence
///                  └──────────────────────────────────┘
/// ```
///
/// [Waiting] may occur between any two of them. The store stays readable in all.
sealed interface ReflectorState {
    /// Pages arrive and are staged outside of the store. `askedAt` is the time of the first request for the
    /// current page.
    record Listing(ListRequest request, List<KubeObject> staged, Optional<Instant> askedAt) implements ReflectorState {
        /// Another request of the same LIST.
        Listing with(ListRequest next) {
            return new Listing(next, staged, Optional.empty());
        }

        Listing asked(Instant now) {
            return askedAt.isPresent() ? this : new Listing(request, staged, Optional.of(now));
        }

        Duration waited(Instant now) {
            return askedAt.map(asked -> Duration.between(asked, now)).orElse(Duration.ZERO);
        }
    }

    /// A WatchList before its end bookmark; objects come in any order of versions and are staged.
    record InitialStream(Duration timeout, boolean open, Instant openedAt, Instant lastHeard, InitialEvents staged)
            implements ReflectorState {
        InitialStream heard(Instant now) {
            return new InitialStream(timeout, true, openedAt, now, staged);
        }
    }

    /// Changes go straight into the store. `from` is the version that the watch was opened at; `events`
    /// counts its events.
    record Watching(Duration timeout, long from, boolean open, Instant openedAt, Instant lastHeard, long events)
            implements ReflectorState {
        Watching heard(Instant now) {
            return new Watching(timeout, from, true, openedAt, now, events + 1);
        }
    }

    /// Nothing to do until the given time, for the given reason.
    record Waiting(Instant until, ReflectorState next, ReflectorPhase reason) implements ReflectorState {}

    record Stopped() implements ReflectorState {}
}
