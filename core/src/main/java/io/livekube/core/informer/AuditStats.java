package io.livekube.core.informer;

/// What audits of a cache have found.
///
/// @param audits audits made
/// @param failed audits that could not ask the server, or broke off by a defect, which is logged
/// @param missed objects that the cache lacked or held in an old version
/// @param ghosts objects that the cache held and the server did not
public record AuditStats(long audits, long failed, long missed, long ghosts) {}
