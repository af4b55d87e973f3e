package io.livekube.core.watch;

import io.livekube.core.RequestFailure;
import io.livekube.core.watch.ReflectorState.Listing;
import io.livekube.core.watch.ReflectorState.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Starts LISTs, and decides how a LIST continues after a page or a failure.
///
/// A page that times out is requested again at the same place, half as large ([PageSize]). An expired
/// continue token drops the pages so far; the second time in a row, everything is requested at once, since
/// paging is too slow.
final class ListStrategy {
    private static final Duration TOO_LARGE_WAIT = Duration.ofSeconds(1);

    private final FailureStreak backoff;
    private final ReflectorCounters tally;
    private final PageSize pageSize;
    private int expired;

    ListStrategy(ReflectorConfig config, FailureStreak backoff, ReflectorCounters tally) {
        this.backoff = backoff;
        this.tally = tally;
        this.pageSize = new PageSize(config.pages());
    }

    int pageSize() {
        return pageSize.objects();
    }

    /// @param version of the state known so far
    Listing begin(ListTier tier, long version) {
        tally.listBegins();
        int limit = tier == ListTier.CURRENT_WHOLE ? 0 : pageSize();
        return new Listing(new ListRequest(tier, version, limit, ""), new ArrayList<>(), Optional.empty());
    }

    /// Handles a page that is not the last one.
    Listing next(Listing listing, ReflectorSignal.Page page, Instant now) {
        ListRequest request = listing.request();
        if (request.limit() == 0) {
            return listing.with(request.next(page.continueToken()));
        }
        pageSize.came(listing.waited(now));
        return listing.with(request.next(page.continueToken()).limitedTo(pageSize()));
    }

    /// A LIST is complete.
    void done() {
        expired = 0;
    }

    /// Next state after a failure other than a refusal, which is handled alike for LISTs and watches.
    ReflectorState failed(Listing listing, RequestFailure failure, long version, Instant now) {
        return switch (failure) {
            case RequestFailure.Expired _ -> expired(listing, version, now);
            case RequestFailure.TooLarge _ -> tooLarge(version, now);
            case RequestFailure.Rejected _ -> later(begin(ListTier.CURRENT, version), now);
            case RequestFailure.TimedOut _ -> timedOut(listing, version, now);
            case RequestFailure.Transient _,
                    RequestFailure.Throttled _,
                    RequestFailure.Forbidden _,
                    RequestFailure.NotServed _,
                    RequestFailure.Unauthorized _,
                    RequestFailure.NoCredentials _,
                    RequestFailure.Defect _ -> later(listing.with(listing.request()), now);
        };
    }

    /// The server does not know the requested version yet: its current state is listed a little later.
    ReflectorState tooLarge(long version, Instant now) {
        Duration wait = Collections.max(List.of(TOO_LARGE_WAIT, backoff.next(now)));
        return new Waiting(now.plus(wait), begin(ListTier.CURRENT, version), ReflectorPhase.BACKING_OFF);
    }

    private ReflectorState expired(Listing listing, long version, Instant now) {
        boolean continued = !listing.request().continueToken().isEmpty();
        expired++;
        return expired == 1
                ? begin(ListTier.CURRENT, version)
                : later(begin(continued ? ListTier.CURRENT_WHOLE : ListTier.CURRENT, version), now);
    }

    private ReflectorState timedOut(Listing listing, long version, Instant now) {
        tally.pageTimedOut();
        ListRequest request = listing.request();
        if (request.tier() == ListTier.CURRENT_WHOLE) {
            return later(begin(ListTier.CURRENT, version), now);
        }
        int before = pageSize();
        if (!pageSize.timedOut(listing.waited(now))) {
            return later(listing.with(request), now);
        }
        tally.pageShrunk(before, pageSize());
        return listing.with(request.limitedTo(pageSize()));
    }

    private ReflectorState later(ReflectorState next, Instant now) {
        return new Waiting(now.plus(backoff.next(now)), next, ReflectorPhase.BACKING_OFF);
    }
}
