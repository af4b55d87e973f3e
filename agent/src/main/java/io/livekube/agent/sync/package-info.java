/// Push sync in the agent, without I/O: decides what to send to the hub, and when.
///
/// [Uplink] is the state machine of one connection, [KindFeed] that of one kind in it. [BatchComposer] fills a
/// batch with [NextDelta]s and [NextChunk]s; [BatchSize] decides how large it may be.
@NullMarked
package io.livekube.agent.sync;

import org.jspecify.annotations.NullMarked;
