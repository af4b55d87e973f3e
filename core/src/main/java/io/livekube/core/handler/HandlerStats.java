package io.livekube.core.handler;

import java.time.Duration;

/// How a handler keeps up.
///
/// @param backlog objects whose change it has not been told yet
/// @param delivered calls that have ended: changes, objects that were there when it came, and objects told again by a
///     resync; also those at which it threw
/// @param coalesced changes it was not told because a later one of the same object came before its turn
/// @param failed calls at which it threw
/// @param resyncs resyncs it went through
/// @param running for how long its present call has been running; zero if it is idle
public record HandlerStats(
        String name, int backlog, long delivered, long coalesced, long failed, long resyncs, Duration running) {}
