/// Sync activation and agent tasks: state machines with time passed in.
@NullMarked
package io.livekube.hub.control;

import org.jspecify.annotations.NullMarked;
