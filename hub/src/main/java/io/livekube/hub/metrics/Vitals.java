package io.livekube.hub.metrics;

import io.livekube.hub.health.Liveness;
import io.livekube.hub.health.Readiness;

/// How a hub is doing.
public record Vitals(HubMetrics metrics, Liveness liveness, Readiness readiness) {}
