/// Clusters of a hub: registration, admission of batches, idle shutdown, history and freshness.
@NullMarked
package io.livekube.hub.cluster;

import org.jspecify.annotations.NullMarked;
