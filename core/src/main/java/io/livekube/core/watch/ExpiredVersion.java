package io.livekube.core.watch;

/// The version at which a watch was refused with 410, and whether a LIST leads past it: the way out of
/// kubernetes#133810.
///
/// A LIST that answers no newer version is not watched from; a current one is asked for instead. Two rounds of LIST and
/// 410 without a single event or bookmark between them count as stuck.
final class ExpiredVersion {
    private static final int ROUNDS = 2;

    /// What a LIST's answer is good for.
    enum Verdict {
        /// It is the truth, and to be watched from.
        TAKEN,
        /// It is the truth, and older than what was known: the server's history was replaced.
        TAKEN_IN_NEW_EPOCH,
        /// It may be the past: a current LIST must tell.
        NOT_CURRENT,
        /// It claims to be current, and yet no watch was accepted from there.
        STUCK
    }

    private long refused;
    private int rounds;

    /// Takes note of a 410, and tells whether it goes round in circles.
    boolean refuse(long version) {
        refused = version;
        rounds++;
        return rounds >= ROUNDS;
    }

    /// A watch was accepted and told something.
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
