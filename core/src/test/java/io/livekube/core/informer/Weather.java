package io.livekube.core.informer;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/// Which faults there are for a while, and how likely each request is hit.
final class Weather {
    enum Fault {
        /// 410 for every request.
        EXPIRED,
        /// 410 for every watch, regardless of the version of the LIST before it.
        WATCH_EXPIRED,
        /// A LIST answers an earlier state (kubernetes#133810).
        STALE_LIST,
        TOO_LARGE,
        THROTTLED,
        TIMED_OUT,
        TRANSIENT,
        UNAUTHORIZED,
        FORBIDDEN,
        /// 404; the objects are still there.
        NOT_SERVED,
        /// 404, confirmed by discovery; the objects are gone.
        REMOVED,
        REJECTED,
        /// The watch ends properly at once.
        CLOSED,
        /// The watch ends cleanly after its next frame.
        CLOSED_AFTER_FRAME,
        /// The watch stays open but silent, for a while or forever.
        DEAF,
        CUT,
        UNREADABLE_FRAME,
        /// Frames are repeated, even much later.
        REPEATED,
        NO_END_BOOKMARK,
        NO_BOOKMARKS,
        /// Someone asks for a relist at any moment, also between a question and its answer.
        RELIST
    }

    static final Weather FAIR = new Weather(EnumSet.noneOf(Fault.class), 0);

    private final Set<Fault> faults;
    private final double likelihood;

    private Weather(Set<Fault> faults, double likelihood) {
        this.faults = faults;
        this.likelihood = likelihood;
    }

    /// Up to three faults at once; sometimes none, or one that occurs every time.
    static Weather next(Random random) {
        Fault[] all = Fault.values();
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            faults.add(all[random.nextInt(all.length)]);
        }
        return new Weather(faults, random.nextInt(3) == 0 ? 1 : 0.1 + 0.5 * random.nextDouble());
    }

    boolean strikes(Fault fault, Random random) {
        return faults.contains(fault) && random.nextDouble() < likelihood;
    }

    @Override
    public String toString() {
        return "weather %s, likelihood %.2f".formatted(faults, likelihood);
    }
}
