package io.livekube.hub.watch;

import java.util.Iterator;
import java.util.Optional;

/// Where a watch continues.
///
/// @param position in the kind's change log
/// @param known version that the reader knows once the initial events are sent; it may be ahead of the log
/// @param initial events to send first; empty for none
public record Resumption(long position, long known, Optional<Iterator<WatchEvent>> initial) {}
