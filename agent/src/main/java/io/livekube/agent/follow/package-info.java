/// Follows a cluster's kinds, for the uplink.
@NullMarked
package io.livekube.agent.follow;

import org.jspecify.annotations.NullMarked;
