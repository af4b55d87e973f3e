/// Mirror of each cluster: for every kind a store that equals the agent's, or is known to differ.
@NullMarked
package io.livekube.hub.mirror;

import org.jspecify.annotations.NullMarked;
