/// Tells watchers what happens, each from its own position in a kind's log, as fast as it reads.
@NullMarked
package io.livekube.hub.watch;

import org.jspecify.annotations.NullMarked;
