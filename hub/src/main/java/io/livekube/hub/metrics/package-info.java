/// Counts what the hub does, for Prometheus, and tells whether it still makes progress.
@NullMarked
package io.livekube.hub.metrics;

import org.jspecify.annotations.NullMarked;
