package io.livekube.agent.sync;

import io.livekube.core.model.KubeObject;
import io.livekube.core.store.Snapshot;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;

/// State of one kind in the session, from the agent's point of view.
///
/// ```
///            check                    compare               resend
/// Unknown ──────────▶ Live ◀─────▶ Comparing ──────▶ Resending ──┐
///    ▲                 ▲                                          │ end
///    │ mismatch, reset └──────────────────────────────────────────┘
/// ```
sealed interface KindFeed {
    /// The hub's state is unknown: from `since` on, the agent sends the digest that it should have.
    record Unknown(Instant since) implements KindFeed {}

    /// The hub's state differs: the digests of all buckets are sent next.
    record Comparing() implements KindFeed {}

    /// The objects of some buckets of a snapshot are being sent.
    ///
    /// @param begun whether the hub has acknowledged the begin
    /// @param left the objects that have not been sent yet
    record Resending(Snapshot target, BitSet buckets, boolean begun, List<KubeObject> left) implements KindFeed {}

    /// The hub holds this snapshot and receives its changes.
    record Live(Snapshot sent) implements KindFeed {}

    /// The hub has stopped the kind.
    record Stopped() implements KindFeed {}
}
