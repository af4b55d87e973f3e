/// Mirror of each cluster: for every kind a store that is equal to the agent's, or known not to be.
@NullMarked
package io.livekube.hub.mirror;

import org.jspecify.annotations.NullMarked;
