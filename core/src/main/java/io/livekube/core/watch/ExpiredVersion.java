package io.livekube.core.watch;

/// Handling of a 410: the version that a watch was refused at, and whether a LIST leads past it
/// (kubernetes#133810).
///
/// No watch starts from a LIST that is not newer; a current one is requested instead. Two rounds of LIST and
/// 410 without an event or bookmark in between count as stuck.
final class ExpiredVersion {
    private static final int ROUNDS = 2;

    /// Verdict on the version of a LIST.
    enum Verdict {
        /// It is current, and the watch starts from it.
        TAKEN,
        /// It is current, and older than the known version: the server's history was replaced.
        TAKEN_IN_NEW_EPOCH,
        /// It may be from the past: a current LIST must follow.
        NOT_CURRENT,
        /// It claims to be current, yet no watch was accepted from it.
        STUCK
    }

    private long refused;
    private int rounds;

    /// Records a 410. Returns whether LISTs and 410s are going round in circles.
    boolean refuse(long version) {
        refused = version;
        rounds++;
        return rounds >= ROUNDS;
    }

    /// A watch was accepted and delivered something.
    void heard() {
        refused = 0;
        rounds = 0;
    }

    /// @param listed the version of the LIST
    /// @param known the version of the cache, from an earlier LIST or watch if `synced`
    Verdict judge(ListTier tier, long listed, long known, boolean synced) {
        boolean older = Long.compareUnsigned(listed, known) < 0;
        boolean refusedBefore = refused != 0 && Long.compareUnsigned(listed, refused) <= 0;
        if (!tier.mayGoBack() && (older || refusedBefore)) {
            return Verdict.NOT_CURRENT;
        }
        if (refusedBefore && !older && tier == ListTier.CURRENT) {
            return Verdict.STUCK;
        }
        if (older && synced) {
            refused = 0;
            return Verdict.TAKEN_IN_NEW_EPOCH;
        }
        return Verdict.TAKEN;
    }
}
