/// Follows a cluster's kinds and hands them to the uplink.
@NullMarked
package io.livekube.agent.follow;

import org.jspecify.annotations.NullMarked;
