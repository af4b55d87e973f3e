/// Holds the state of many clusters and serves it as Kubernetes API, REST API, streams and dashboard.
@NullMarked
package io.livekube.hub;

import org.jspecify.annotations.NullMarked;
