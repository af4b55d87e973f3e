/// Metrics of the hub for Prometheus.
@NullMarked
package io.livekube.hub.metrics;

import org.jspecify.annotations.NullMarked;
