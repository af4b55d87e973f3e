/// Handlers of an informer's changes: a thread and a backlog for each, merged per object, with resyncs.
///
/// Handlers and `core.queue` are for users of the library. Livekube's agent uses neither.
@NullMarked
package io.livekube.core.handler;

import org.jspecify.annotations.NullMarked;
