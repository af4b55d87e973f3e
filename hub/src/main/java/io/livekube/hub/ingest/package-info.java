/// Core of push sync at the hub, without I/O: applies what agents send, and answers.
///
/// [Ingest] holds one [KindSync] state per kind of a cluster. A batch becomes a [Transaction] of [KindStep]s,
/// which is published as a whole or not at all. [Staging] holds a snapshot until it is complete.
/// [ResyncLimiter] and [SnapshotSlots] limit resync storms.
@NullMarked
package io.livekube.hub.ingest;

import org.jspecify.annotations.NullMarked;
