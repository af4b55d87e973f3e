/// What the agent tells the hub, and when: the core of push sync, without I/O.
///
/// [Uplink] is the state machine of one connection, [KindFeed] that of one kind within it. [NextDelta]
/// and [NextChunk] fill a batch.
@NullMarked
package io.livekube.agent.sync;

import org.jspecify.annotations.NullMarked;
