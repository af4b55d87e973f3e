package io.livekube.core.informer;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/// Which faults there are for a while, and how likely each request is hit.
final class Weather {
    enum Fault {
        /// 410 for whatever is asked.
        EXPIRED,
        /// 410 for every watch, whatever the LIST before it said.
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
        /// 404, and discovery says so too; the objects are gone.
        REMOVED,
        REJECTED,
        /// The watch ends properly at once.
        CLOSED,
        /// The watch ends properly behind its next frame.
        CLOSED_AFTER_FRAME,
        /// The watch stays open and says nothing: for a while, or never again.
        DEAF,
        CUT,
        UNREADABLE_FRAME,
        /// Frames come again, also long after.
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

    /// Up to three faults at once; now and then none, or one that hits every time.
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
