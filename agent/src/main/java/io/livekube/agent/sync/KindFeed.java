package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Snapshot;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;

/// How far the hub is with one kind, as the agent knows it.
///
/// ```
///            check                    compare               resend
/// Unknown ──────────▶ Live ◀─────▶ Comparing ──────▶ Resending ──┐
///    ▲                 ▲                                          │ end
///    │ mismatch, reset └──────────────────────────────────────────┘
/// ```
sealed interface KindFeed {
    /// What the hub holds is not known: it is told what it should be, from `since` on.
    record Unknown(Instant since) implements KindFeed {}

    /// The hub holds something else: it is told the sums of all buckets.
    record Comparing() implements KindFeed {}

    /// The hub is being sent the objects of some buckets of a snapshot.
    ///
    /// @param begun whether the begin was acknowledged
    /// @param left the objects that are still to be sent
    record Resending(Snapshot target, BitSet buckets, boolean begun, List<KubeObject> left) implements KindFeed {}

    /// The hub holds this snapshot, and is told how it changes.
    record Live(Snapshot sent) implements KindFeed {}

    /// The hub does not want the kind.
    record Stopped() implements KindFeed {}
}
