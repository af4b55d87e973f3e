/// Decides when a cluster is synced and what its agent is asked to do: state machines, with time passed in.
@NullMarked
package io.livekube.hub.control;

import org.jspecify.annotations.NullMarked;
