package io.livekube.core.store;

/// What a store has counted since it was made.
///
/// @param changes objects added, updated and deleted
/// @param staleEvents events that were older than what the store held, or the same again
/// @param unknownRemovals removals of objects that the store did not hold
/// @param relists how often the whole content was replaced
/// @param indexFailures objects for which a function of a present index threw
public record StoreStats(long changes, long staleEvents, long unknownRemovals, long relists, long indexFailures) {}
