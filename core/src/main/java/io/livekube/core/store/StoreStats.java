package io.livekube.core.store;

/// Counters of a store since its creation.
///
/// @param changes objects added, updated and deleted
/// @param staleEvents events that were older than the held version, or equal
/// @param unknownRemovals removals of objects that the store did not hold
/// @param relists replacements of the whole content
/// @param indexFailures objects for which a function of a present index threw
public record StoreStats(long changes, long staleEvents, long unknownRemovals, long relists, long indexFailures) {}
