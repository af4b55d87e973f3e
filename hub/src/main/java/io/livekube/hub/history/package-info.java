/// What happened to each kind lately: one log, and any number of positions in it.
@NullMarked
package io.livekube.hub.history;

import org.jspecify.annotations.NullMarked;
