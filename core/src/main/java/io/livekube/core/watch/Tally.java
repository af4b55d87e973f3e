package io.livekube.core.watch;

import io.livekube.core.RequestFailure;
import java.time.Instant;
import java.util.Optional;

/// Counts what a reflector goes through, for its [Report]. Readable from any thread that calls the reflector under its
/// lock.
final class Tally {
    private final Instant startedAt;
    private Optional<Instant> syncedAt = Optional.empty();
    private Instant lastHeard;
    private Optional<RequestFailure> lastFailure = Optional.empty();
    private Optional<Instant> lastFailureAt = Optional.empty();
    private boolean stuckNow;
    private int pages;
    private long objects;
    private long bytes;
    private long lists;
    private long watches;
    private long events;
    private long duplicates;
    private long expired;
    private long stuck;
    private long timedOutPages;
    private long undecodable;
    private long epochs;
    private long watchListFallbacks;

    Tally(Instant now) {
        startedAt = now;
        lastHeard = now;
    }

    void heard(Signal signal, Instant now) {
        switch (signal) {
            case Signal.Page page -> {
                lastHeard = now;
                pages++;
                objects += page.items().size();
                bytes += page.bytes();
            }
            case Signal.WatchOpened _ -> {
                lastHeard = now;
                watches++;
            }
            case Signal.Applied _, Signal.Deleted _ -> {
                lastHeard = now;
                events++;
            }
            case Signal.Bookmark _, Signal.WatchEnded _ -> lastHeard = now;
            case Signal.Failed(RequestFailure failure) -> {
                lastFailure = Optional.of(failure);
                lastFailureAt = Optional.of(now);
            }
            case Signal.Undecodable _ -> undecodable++;
            case Signal.DeadlinePassed _, Signal.Relist _, Signal.Removed _, Signal.Stop _ -> {}
        }
    }

    void listBegins() {
        lists++;
        pages = 0;
        objects = 0;
        bytes = 0;
    }

    void pageTimedOut() {
        timedOutPages++;
    }

    /// Says with the failure what came of it.
    void pageShrunk(int from, int to) {
        lastFailure = lastFailure.map(failure -> new RequestFailure.TimedOut(
                "LIST page %d: %s (page size %d → %d)".formatted(pages + 1, failure.message(), from, to)));
    }

    void synced(Instant now) {
        if (syncedAt.isEmpty()) {
            syncedAt = Optional.of(now);
        }
    }

    void duplicate() {
        duplicates++;
    }

    void expired() {
        expired++;
    }

    void stuck() {
        stuck++;
        stuckNow = true;
    }

    /// A watch was accepted and told something.
    void progress() {
        stuckNow = false;
    }

    void epochBegins() {
        epochs++;
    }

    void watchListGivenUp() {
        watchListFallbacks++;
    }

    Report report(Phase phase, boolean synced, int pageSize, long version) {
        return new Report(
                phase,
                synced,
                startedAt,
                syncedAt,
                pages,
                objects,
                bytes,
                pageSize,
                version,
                lastHeard,
                lastFailure,
                lastFailureAt,
                stuckNow,
                new Report.Counters(
                        lists,
                        watches,
                        events,
                        duplicates,
                        expired,
                        stuck,
                        timedOutPages,
                        undecodable,
                        epochs,
                        watchListFallbacks));
    }
}
