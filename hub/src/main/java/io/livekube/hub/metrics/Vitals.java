package io.livekube.hub.metrics;

/// How a hub is doing.
public record Vitals(HubMetrics metrics, Liveness liveness, Readiness readiness) {}
