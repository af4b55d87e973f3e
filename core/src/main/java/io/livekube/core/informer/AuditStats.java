package io.livekube.core.informer;

/// Results of the audits of a cache.
///
/// @param audits audits made
/// @param failed audits that could not reach the server, or failed because of a bug, which is logged
/// @param missed objects that the cache lacked or held in an old version
/// @param ghosts objects in the cache that the server did not have
public record AuditStats(long audits, long failed, long missed, long ghosts) {}
