/// When a cluster is synced, and the tasks of its agent: state machines with time passed in.
@NullMarked
package io.livekube.hub.control;

import org.jspecify.annotations.NullMarked;
