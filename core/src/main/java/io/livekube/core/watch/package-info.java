/// State machine that follows one collection of the API server.
///
/// Nothing here does I/O. A [Reflector] takes in what happened and when, and returns what to do next. The
/// shell that owns sockets and clocks is in `core.listwatch`.
@NullMarked
package io.livekube.core.watch;

import org.jspecify.annotations.NullMarked;
