/// What the hub knows of each cluster: for every kind a store that is equal to the agent's, or says that it
/// is not.
@NullMarked
package io.livekube.hub.mirror;

import org.jspecify.annotations.NullMarked;
