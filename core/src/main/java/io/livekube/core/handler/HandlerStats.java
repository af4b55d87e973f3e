package io.livekube.core.handler;

import java.time.Duration;

/// Statistics of a handler.
///
/// @param backlog objects whose change it has not received yet
/// @param delivered finished calls: changes, initial objects, and objects of a resync; including those that threw
///     an exception
/// @param coalesced changes that were skipped because a later one of the same object came before its turn
/// @param failed calls that threw an exception
/// @param resyncs resyncs begun
/// @param running duration of its running call so far; zero if it is idle
public record HandlerStats(
        String name, int backlog, long delivered, long coalesced, long failed, long resyncs, Duration running) {}
