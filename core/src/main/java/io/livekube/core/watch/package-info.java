/// Following one collection of the API server: the reflector's states, what it asks for, and what it makes of the
/// answers.
///
/// Nothing here does I/O. [Reflector] is told what happened and when; it says what to do next. The shell that owns
/// sockets and clocks is in `core.listwatch`.
@NullMarked
package io.livekube.core.watch;

import org.jspecify.annotations.NullMarked;
