/// Takes in what agents send, and answers: the core of push sync at the hub, without I/O.
///
/// [Ingest] is the state machine of one cluster. A batch becomes a [Transaction], which is published whole
/// or not at all. [Staging] holds a snapshot until its end. [ResyncLimiter] and [SnapshotSlots] keep storms
/// small.
@NullMarked
package io.livekube.hub.ingest;

import org.jspecify.annotations.NullMarked;
