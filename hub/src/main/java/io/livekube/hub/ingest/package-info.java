/// Core of push sync at the hub, without I/O: takes what agents send, and answers.
///
/// [Ingest] holds one [KindSync] state per kind of a cluster. A batch becomes a [Transaction] of [KindStep]s,
/// which is published whole or not at all. [Staging] holds a snapshot until its end. [ResyncLimiter] and
/// [SnapshotSlots] keep storms small.
@NullMarked
package io.livekube.hub.ingest;

import org.jspecify.annotations.NullMarked;
