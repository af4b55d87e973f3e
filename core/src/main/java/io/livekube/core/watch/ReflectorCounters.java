package io.livekube.core.watch;

import io.livekube.core.RequestFailure;
import java.time.Instant;
import java.util.Optional;

/// Counters and times of a reflector, for its [ReflectorReport]. Guarded by the reflector's lock.
final class ReflectorCounters {
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

    ReflectorCounters(Instant now) {
        startedAt = now;
        lastHeard = now;
    }

    void heard(ReflectorSignal signal, Instant now) {
        switch (signal) {
            case ReflectorSignal.Page page -> {
                lastHeard = now;
                pages++;
                objects += page.items().size();
                bytes += page.bytes();
            }
            case ReflectorSignal.WatchOpened _ -> {
                lastHeard = now;
                watches++;
            }
            case ReflectorSignal.Applied _, ReflectorSignal.Deleted _ -> {
                lastHeard = now;
                events++;
            }
            case ReflectorSignal.Bookmark _, ReflectorSignal.WatchEnded _ -> lastHeard = now;
            case ReflectorSignal.Failed(RequestFailure failure) -> {
                lastFailure = Optional.of(failure);
                lastFailureAt = Optional.of(now);
            }
            case ReflectorSignal.Undecodable _ -> undecodable++;
            case ReflectorSignal.DeadlinePassed _,
                    ReflectorSignal.Relist _,
                    ReflectorSignal.Removed _,
                    ReflectorSignal.Stop _ -> {}
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

    /// Adds the new page size to the failure's message.
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

    /// A watch was accepted and delivered something.
    void progress() {
        stuckNow = false;
    }

    void epochBegins() {
        epochs++;
    }

    void watchListGivenUp() {
        watchListFallbacks++;
    }

    ReflectorReport report(ReflectorPhase phase, boolean synced, int pageSize, long version) {
        return new ReflectorReport(
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
                new ReflectorReport.Counters(
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
