/// Store of one kind's objects, versioned and indexed: a single writer, readers without locks. Start reading
/// at [io.livekube.core.store.Store].
@NullMarked
package io.livekube.core.store;

import org.jspecify.annotations.NullMarked;
