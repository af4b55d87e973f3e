/// Watch one cluster and push its state to a hub.
@NullMarked
package io.livekube.agent;

import org.jspecify.annotations.NullMarked;
