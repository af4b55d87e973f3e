package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Snapshot;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;

/// State of one kind in the session, as the agent knows it.
///
/// ```
///            check                    compare               resend
/// Unknown ──────────▶ Live ◀─────▶ Comparing ──────▶ Resending ──┐
///    ▲                 ▲                                          │ end
///    │ mismatch, reset └──────────────────────────────────────────┘
/// ```
sealed interface KindFeed {
    /// What the hub holds is unknown: from `since` on, the agent sends what it should hold.
    record Unknown(Instant since) implements KindFeed {}

    /// The hub holds something else: the digests of all buckets are sent next.
    record Comparing() implements KindFeed {}

    /// The objects of some buckets of a snapshot are being sent.
    ///
    /// @param begun whether the hub has acknowledged the begin
    /// @param left the objects that have not been sent yet
    record Resending(Snapshot target, BitSet buckets, boolean begun, List<KubeObject> left) implements KindFeed {}

    /// The hub holds this snapshot and is sent its changes.
    record Live(Snapshot sent) implements KindFeed {}

    /// The hub does not want the kind.
    record Stopped() implements KindFeed {}
}
