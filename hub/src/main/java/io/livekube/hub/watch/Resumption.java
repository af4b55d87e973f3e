package io.livekube.hub.watch;

import java.util.Iterator;
import java.util.Optional;

/// Point at which a watch continues.
///
/// @param position position in the kind's change log
/// @param known version that the reader has once the initial events are sent; may be ahead of the log
/// @param initial events to send first; empty for none
public record Resumption(long position, long known, Optional<Iterator<WatchEvent>> initial) {}
