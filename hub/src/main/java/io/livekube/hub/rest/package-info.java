/// REST API below `/api/v1` (clusters, search, rows, streams, control), the dashboard, health checks and
/// metrics.
@NullMarked
package io.livekube.hub.rest;

import org.jspecify.annotations.NullMarked;
