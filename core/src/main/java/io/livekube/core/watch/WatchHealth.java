package io.livekube.core.watch;

import io.livekube.core.watch.ReflectorState.Watching;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/// Decides from the way watches end whether opening another one makes sense.
///
/// One bad end means nothing. Several in a row without an event mean that no watch works from this version,
/// even if the server does not say so.
final class WatchHealth {
    /// Failed watches in a row, without an event in between, after which the state is listed again.
    private static final int FAILED_BEFORE_LIST = 3;

    /// Watches in a row without even a bookmark, after which the state is listed again: a server whose
    /// history was restored does not refuse a version from its lost future, it is just silent.
    private static final int SILENT_BEFORE_LIST = 2;

    /// Number of consecutive brief watches that is not a coincidence.
    private static final int BRIEF_AT_MOST = 2;

    /// A watch that ends sooner than this is brief.
    static final Duration BRIEF = Duration.ofSeconds(2);

    /// Consequence of a clean end.
    enum Verdict {
        /// The next watch may be opened immediately.
        GOES_ON,
        /// The next watch may be opened after a delay.
        SLOW_DOWN,
        /// The end means a 410 (kubernetes#137089).
        REFUSED
    }

    private int failed;
    private int brief;
    private int briefAndEmpty;
    private int silent;

    void heard() {
        failed = 0;
        briefAndEmpty = 0;
        silent = 0;
    }

    Verdict ended(Watching watch, Instant now) {
        Duration limit = Collections.min(List.of(BRIEF, watch.timeout().dividedBy(2)));
        boolean soon = now.isBefore(watch.openedAt().plus(limit));
        brief = soon ? brief + 1 : 0;
        briefAndEmpty = soon && watch.events() == 0 ? briefAndEmpty + 1 : 0;
        if (briefAndEmpty >= BRIEF_AT_MOST) {
            briefAndEmpty = 0;
            return Verdict.REFUSED;
        }
        return brief >= BRIEF_AT_MOST ? Verdict.SLOW_DOWN : Verdict.GOES_ON;
    }

    /// The server was silent for too long. Returns whether the state is to be listed again.
    boolean fellSilent(Watching watch) {
        silent = watch.events() == 0 ? silent + 1 : 0;
        boolean deaf = silent >= SILENT_BEFORE_LIST;
        silent = deaf ? 0 : silent;
        return deaf;
    }

    /// Returns whether the state is to be listed again.
    boolean failed() {
        failed++;
        boolean hopeless = failed >= FAILED_BEFORE_LIST;
        failed = hopeless ? 0 : failed;
        return hopeless;
    }
}
