/// State machine that follows one collection of the API server.
///
/// Nothing here does I/O. A [Reflector] receives signals and returns the next action. The shell that owns
/// sockets and clocks is in `core.listwatch`.
@NullMarked
package io.livekube.core.watch;

import org.jspecify.annotations.NullMarked;
