package io.livekube.hub.watch;

import java.util.Iterator;
import java.util.Optional;

/// Where a watch goes on.
///
/// @param position in the kind's log
/// @param known the version that the reader knows once the initial events are told
/// @param initial what to tell first; empty for nothing
public record Resumption(long position, long known, Optional<Iterator<WatchEvent>> initial) {}
