package io.livekube.core.handler;

import java.time.Duration;

/// Statistics of a handler.
///
/// @param backlog objects with changes that the handler has not received yet
/// @param delivered finished calls: changes, initial objects, and objects of a resync; including calls that
///     threw an exception
/// @param coalesced changes that were skipped because a later change of the same object arrived before their turn
/// @param failed calls that threw an exception
/// @param resyncs resyncs started
/// @param running duration of the running call so far; zero if idle
public record HandlerStats(
        String name, int backlog, long delivered, long coalesced, long failed, long resyncs, Duration running) {}
