/// The clusters of a hub: who is registered, whose batch is taken when, and how fresh what is known of
/// each is.
@NullMarked
package io.livekube.hub.cluster;

import org.jspecify.annotations.NullMarked;
